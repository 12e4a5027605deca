import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { instances } from '#contract/instances.ts'
import { type QueueEntry, queue } from '#contract/queue.ts'
import '#src/admin/ask/ConfirmDialogHolder.tsx'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/instances/create/NoFreeGpu.tsx'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/features/queue/QueueLink.tsx'
import '#src/features/queue/QueueMark.tsx'
import '#src/features/instances/instances.resource.tsx'
import { formatWait } from '#src/features/queue/queue-text.ts'
import { findQuotedPrice, getSummaryButton, serveCatalogue } from '#tests/web/features/instances/create/shop.ts'
import { buildInstance, findTableRow, serveInstances } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const anEntry = (change: Partial<QueueEntry> = {}): QueueEntry => ({
  id: 'queue-1',
  kind: 'boot',
  state: 'waiting',
  held: false,
  reason: null,
  name: '微调',
  instance_id: 'gpu-1',
  product_id: 'product-1',
  product_name: 'RTX 4090',
  region_name: '华北一区',
  gpu_num: 2,
  charge_rule: 'hour',
  price_unit: 1,
  max_price_hour: null,
  position: 3,
  queue_length: 7,
  expected_wait: 1200,
  created_at: '2026-11-21T06:00:00Z',
  ended_at: null,
  ...change,
})

let entries: QueueEntry[]
/** Last, where somebody else has said that nobody waits. */
const serveQueue = () => {
  mockCall(queue.list, ({ query }) => {
    const found = entries.filter(({ state }) => !query.state || state === query.state)
    return { items: found, total: found.length }
  })
  mockCall(queue.cancel, ({ params }) => {
    const cancelled = anEntry({ id: params.id, state: 'cancelled', position: null })
    entries = [cancelled]
    return cancelled
  })
}
beforeEach(() => {
  entries = []
  serveQueue()
})

describe('product §4 Expected wait in words', () => {
  it.each([
    [null, '暂时无法预估'],
    [20, '预计不到 1 分钟'],
    [1200, '预计约 20 分钟'],
    [5400, '预计约 1.5 小时'],
    [129_600, '预计约 1.5 天'],
  ])('%s s is %s', (seconds, words) => expect(formatWait(seconds)).toBe(words))
})

describe('product §4 An instance that waits', () => {
  it('says its place in the list, moves up with the stream, and leaves when its owner says so', async () => {
    entries = [anEntry()]
    serveInstances([buildInstance({ status: 7, reason: 'manual' })])
    serveQueue()
    const { push } = await openApp('/console/container-instance')
    const row = await findTableRow('微调')
    expect(await within(row).findByText('排队中 第 3 位 · 预计约 20 分钟')).toBeVisible()
    expect(await screen.findByRole('link', { name: '1 个排队中' })).toHaveAttribute('href', '/console/queue')
    entries = [anEntry({ position: 1, held: true, reason: '余额不足，充值后继续排队' })]
    await push({ type: 'change', resource: 'queue', id: 'product-1' })
    expect(await within(row).findByText('排队中 第 1 位 · 暂时轮空：余额不足，充值后继续排队')).toBeVisible()
    await userEvent.click(within(row).getByRole('button', { name: '取消排队 微调' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('没有产生费用，数据不受影响')
    await userEvent.click(within(dialog).getByRole('button', { name: '取消排队' }))
    await waitFor(() => expect(within(row).queryByText(/排队中/)).not.toBeInTheDocument())
  })

  it('is on a page of its own with all others', async () => {
    entries = [anEntry(), anEntry({ id: 'queue-2', name: '评测', state: 'failed', position: null, reason: '所选的配置已不可用' })]
    await openApp('/console/queue')
    const waiting = await findTableRow('微调')
    expect(waiting).toHaveTextContent('排队中第 3 位 · 预计约 20 分钟')
    expect(within(waiting).getByRole('img', { name: '第 3 位，共 7 位在等' })).toBeVisible()
    const ended = await findTableRow('评测')
    expect(ended).toHaveTextContent('已结束所选的配置已不可用')
    expect(within(ended).queryByRole('button', { name: /取消排队/ })).not.toBeInTheDocument()
  })
})

describe('requirements §9 00200011: no free GPU at boot', () => {
  const refuseBoot = async () => {
    serveInstances([buildInstance({ status: 7, reason: 'manual' })])
    mockCall(instances.start, () => {
      throw new RefusedError('no_free_gpu')
    })
    mockCall(instances.migration, () => ({ possible: false, why_not: '没有', hosts: [] }))
    mockCall(queue.boot_outlook, () => ({ ahead: 2, gpus_ahead: 5, expected_wait: 1200 }))
    await openApp('/console/container-instance')
    await userEvent.click(within(await findTableRow('微调')).getByRole('button', { name: '开机 微调' }))
    const dialog = await screen.findByRole('dialog', { name: '开机「微调」' })
    await userEvent.click(within(dialog).getByText('开机', { selector: 'button *' }))
    return dialog
  }

  it('says who is ahead and for how long before anybody joins, and that waiting costs nothing', async () => {
    const joined: unknown[] = []
    mockCall(queue.boot, ({ params, body }) => {
      joined.push([params.id, body])
      return anEntry()
    })
    const dialog = await refuseBoot()
    const offer = await within(dialog).findByRole('region', { name: '排队等候' })
    await within(offer).findByText('前面 2 人，共等 5 张卡 · 预计约 20 分钟')
    expect(offer).toHaveTextContent('排队不收费')
    expect(offer).toHaveTextContent('从「运行中」开始按 ¥4.605/小时计费，价格不变')
    await userEvent.click(within(offer).getByRole('button', { name: '排队等候' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(joined).toEqual([['gpu-1', { max_price_hour: null }]])
  })

  it('offers to boot without, and says what that means', async () => {
    const started: string[] = []
    mockCall(instances.start_without_gpu, ({ params }) => {
      started.push(params.id)
      return buildInstance({ status: 5 })
    })
    const dialog = await refuseBoot()
    const way = await within(dialog).findByRole('region', { name: '无卡开机' })
    expect(way).toHaveTextContent('¥0.10')
    await userEvent.click(within(way).getByRole('button', { name: '无卡开机' }))
    await waitFor(() => expect(started).toEqual(['gpu-1']))
  })
})

describe('requirements §9 00200011: no free GPU for a new instance', () => {
  it('joins with the price of now as the limit, unless another is typed or none', async () => {
    const asked: (string | null)[] = []
    serveCatalogue()
    mockCall(queue.create, ({ body }) => {
      asked.push(body.max_price_hour)
      if (asked.length < 3) throw new RefusedError('queue_limit')
      return anEntry({ kind: 'create', instance_id: null })
    })
    await openApp('/create-instance?gpu_num=6')
    await screen.findByLabelText('配置摘要')
    await findQuotedPrice()
    await userEvent.click(getSummaryButton('空闲不足，排队或换规格'))
    const offer = await screen.findByRole('region', { name: '排队等候' })
    const limit = within(offer).getByLabelText('最高价')
    const join = within(offer).getByRole('button', { name: '排队等候' })
    await userEvent.click(join)
    await waitFor(() => expect(within(offer).getByRole('alert')).toHaveTextContent('同时排队创建的实例已达上限，请先取消一个'))
    await userEvent.clear(limit)
    await userEvent.type(limit, '15.5')
    await userEvent.click(join)
    await waitFor(() => expect(asked).toHaveLength(2))
    await userEvent.clear(limit)
    await userEvent.click(join)
    await waitFor(() => expect(window.location.pathname).toBe('/console/queue'))
    expect(asked).toEqual(['13.68', '15.5', null])
  })
})
