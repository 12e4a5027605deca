import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Instance, instances } from '#contract/instances.ts'
import { queue } from '#contract/queue.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/instances/actions/ActionDialog.tsx'
import '#src/features/instances/instances.resource.tsx'
import { formatActionEffect } from '#src/features/instances/actions/power-actions.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { recordToasts } from '#tests/web/support/toasts.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { chooseInstanceAction } from './choose-action.ts'
import { buildInstance, findTableRow, serveInstances } from './rentals.ts'

const stopped = (change: Partial<Instance> = {}) => buildInstance({ status: 7, reason: 'manual', ...change })
const open = async (row: Instance, label: string, user = buildUser()) => {
  const world = serveInstances([row])
  await openApp('/console/container-instance', { user })
  return { world, dialog: await chooseInstanceAction(row, label) }
}
const confirm = (dialog: HTMLElement, label: string) => userEvent.click(within(dialog).getByText(label, { selector: 'button *' }))

beforeEach(() => mockCall(wallet.get, () => buildWallet()))

describe('product §4 Before an action, one sentence says what happens to data and money', () => {
  it.each([
    ['start', '开机', stopped()],
    ['shutdown', '关机', buildInstance()],
    ['restart', '重启', buildInstance()],
    ['release', '释放', stopped()],
  ] as const)('says the effect of %s', async (action, label, row) => {
    const { dialog } = await open(row, label)
    expect(dialog).toHaveTextContent(formatActionEffect(action, [row]))
    expect(dialog).not.toHaveTextContent(/包日|包周|套餐/) // it is billed by the hour
  })

  it('draws no empty box where there is nothing to add', async () => {
    const { dialog } = await open(buildInstance(), '关机')
    for (const list of dialog.querySelectorAll('dl')) expect(list).not.toBeEmptyDOMElement()
  })

  it('names the price of a boot and the disks of a release', async () => {
    const row = stopped()
    const { dialog } = await open(row, '开机')
    expect(dialog).toHaveTextContent('运行后每小时¥4.605')
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(await chooseInstanceAction(row, '释放')).toHaveTextContent('系统盘 30 GB，数据盘 200 GB')
  })

  it('sums up a release, which is of what is off already', async () => {
    const { dialog } = await open(stopped({ cost: '1.00' }), '释放')
    expect(dialog).toHaveTextContent('至今费用¥1.00')
    expect(dialog).not.toHaveTextContent('现在关机')
  })

  it('says how much of a package is left', async () => {
    const expireAt = new Date(Date.now() + 50 * 3_600_000 + 60_000).toISOString()
    const { dialog } = await open(stopped({ charge_rule: 'week', expire_at: expireAt }), '释放')
    expect(dialog).toHaveTextContent('套餐剩余2 天 2 小时')
  })
})

describe('A boot after disks were lost', () => {
  it('names what is lost and what is left, and sends what was agreed to only after it was', async () => {
    const row = buildInstance({ status: 1, reason: 'fault', lost_disks: ['system'] })
    const { dialog } = await open(row, '开机')
    expect(dialog).toHaveTextContent('系统盘在主机上已经丢失，里面的内容无法恢复；开机会以空盘代替。数据盘（/workspace）仍在')
    expect(dialog).not.toHaveTextContent('数据保留')
    const bodies: unknown[] = []
    mockCall(instances.start, ({ body }) => {
      bodies.push(body)
      return stopped({ status: 5 })
    })
    expect(within(dialog).getByText('开机', { selector: 'button *' }).closest('button')).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '我知道系统盘的内容已经丢失，以空盘开机' }))
    await confirm(dialog, '开机')
    await waitFor(() => expect(bodies).toEqual([{ accept_lost: ['system'] }]))
  })

  it('is agreed to once: waiting for cards, or booting without, takes it along', async () => {
    mockCall(instances.start, () => {
      throw new RefusedError('no_free_gpu')
    })
    mockCall(instances.migration, () => ({ possible: false, why_not: '没有', hosts: [] }))
    mockCall(queue.boot_outlook, () => ({ ahead: 0, gpus_ahead: 0, expected_wait: null }))
    const bodies: unknown[] = []
    for (const endpoint of [queue.boot, instances.start_without_gpu] as const) {
      mockCall(endpoint, ({ body }) => {
        bodies.push(body)
        throw new RefusedError('action_not_allowed')
      })
    }
    const { dialog } = await open(buildInstance({ status: 1, reason: 'fault', lost_disks: ['system'] }), '开机')
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '我知道系统盘的内容已经丢失，以空盘开机' }))
    await confirm(dialog, '开机')
    await userEvent.click(await within(dialog).findByRole('button', { name: '排队等候' }))
    await userEvent.click(within(dialog).getByRole('button', { name: '无卡开机' }))
    await waitFor(() => expect(bodies).toEqual([{ max_price_hour: null, accept_lost: ['system'] }, { accept_lost: ['system'] }]))
  })
})

describe('product §4 Release', () => {
  it('waits for the tick, then releases', async () => {
    const released: string[] = []
    mockCall(instances.release, ({ params }) => {
      released.push(params.id)
      return stopped({ status: 12 })
    })
    const { world, dialog } = await open(stopped(), '释放')
    const button = within(dialog).getByRole('button', { name: '释放' })
    expect(button).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '我已备份需要的数据，明白删除后无法恢复' }))
    world.rows = []
    const said = recordToasts()
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(released).toEqual(['gpu-1'])
    expect(said).toEqual(['正在释放'])
    expect(await screen.findByText('还没有容器实例')).toBeVisible()
  })
})

describe('product §4, §5 A refused boot says what to do', () => {
  it('says how much money is missing and leads to that recharge and back', async () => {
    mockCall(instances.start, () => {
      throw new RefusedError('insufficient_balance')
    })
    const { dialog } = await open(stopped(), '开机')
    await confirm(dialog, '开机')
    // one hour of 2.28 that runs and 4.605 to come, less 5.00 − 1.20
    expect(await within(dialog).findByText(/还差/)).toHaveTextContent('¥6.89，还差 ¥3.09')
    expect(within(dialog).getByRole('link', { name: '去充值' })).toHaveAttribute(
      'href',
      '/recharge?amount=3.09&return=%2Fconsole%2Fcontainer-instance',
    )
  })

  it('sends a sub-account to its master', async () => {
    mockCall(instances.start, () => {
      throw new RefusedError('insufficient_balance')
    })
    const { dialog } = await open(stopped(), '开机', buildUser({ account_type: 'sub' }))
    await confirm(dialog, '开机')
    await within(dialog).findByText('请联系主账号充值')
    expect(within(dialog).queryByRole('link', { name: '去充值' })).not.toBeInTheDocument()
  })

  it('offers a new instance of the same product and the market when its host has no free GPU', async () => {
    mockCall(instances.start, () => {
      throw new RefusedError('no_free_gpu')
    })
    mockCall(instances.migration, () => ({ possible: false, why_not: '没有', hosts: [] }))
    mockCall(queue.boot_outlook, () => ({ ahead: 0, gpus_ahead: 0, expected_wait: null }))
    const { dialog } = await open(stopped(), '开机')
    await confirm(dialog, '开机')
    expect(await within(dialog).findByRole('link', { name: '新建一台' })).toHaveAttribute(
      'href',
      '/create-instance?product_id=product-1&gpu_num=2',
    )
    expect(within(dialog).getByRole('link', { name: '查看算力市场' })).toHaveAttribute('href', '/market')
  })

  it('says that the state has changed meanwhile, and shows the new one', async () => {
    mockCall(instances.start, () => {
      throw new RefusedError('action_not_allowed', { message: '当前状态不能开机' })
    })
    const { world, dialog } = await open(stopped(), '开机')
    world.rows = [buildInstance()]
    await confirm(dialog, '开机')
    await within(dialog).findByText('当前状态不能开机')
    const row = await findTableRow('微调')
    await waitFor(() => expect(row).toHaveTextContent('运行中'))
  })
})

describe('product §11 Trying again after a lost answer is the same intent', () => {
  it('repeats the key, and another dialog has another', async () => {
    const keys: (string | null)[] = []
    mockCall(instances.shutdown, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) throw new RefusedError('unavailable', { request_id: 'req-7' })
      return buildInstance({ status: 6 })
    })
    const { dialog } = await open(buildInstance(), '关机')
    await confirm(dialog, '关机')
    await within(dialog).findByText('req-7')
    await confirm(dialog, '重试')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: '关机 微调' }))
    await confirm(await screen.findByRole('dialog'), '关机')
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})
