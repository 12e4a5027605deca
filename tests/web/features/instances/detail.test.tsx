import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { instances } from '#contract/instances.ts'
import '#src/features/instances/instances.resource.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import '#src/features/instances/events/EventsTab.tsx'
import '#src/features/instances/settings/ForecastLines.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { recordToasts } from '#tests/web/support/toasts.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import {
  buildBootSteps,
  buildInstanceDetail,
  buildInstanceEvent,
  type InstanceDetailReply,
  serveInstanceDetail,
} from './rentals.ts'

const address = '/console/container-instance/detail/gpu-1'
/** The panel that says how it is. */
const situation = async (word: string) => (await screen.findByText(word, { selector: 'h2' })).closest('section') as HTMLElement
const creating = (step: Parameters<typeof buildBootSteps>[0]) =>
  buildInstanceDetail({ status: 0, started_at: null, cost: '0.00', steps: buildBootSteps(step) })

describe('requirements §2 The page of an instance', () => {
  it('leads to the list without an id', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    await openApp('/console/container-instance/detail')
    expect(await screen.findByText('还没有容器实例')).toBeVisible()
    expect(window.location.pathname).toBe('/console/container-instance')
  })

  it('says 404 of one that is not there', async () => {
    serveInstanceDetail(() => null)
    mockCall(instances.segments, () => {
      throw new RefusedError('not_found')
    })
    await openApp(address)
    expect(await screen.findByText('没有找到这条内容')).toBeVisible()
  })

  it('puts state and the way in first, and the money beside it', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    await openApp(address)
    const panel = await situation('运行中')
    expect(panel).toHaveTextContent('自 2026-11-21 14:01 起')
    expect(within(panel).getByText('打开终端')).toBeVisible()
    const money = screen.getByText('至今费用').closest('section') as HTMLElement
    expect(money).toHaveTextContent('¥7.31')
    expect(money).toHaveTextContent('运行时每小时¥4.605')
  })

  it('puts a tab at the top: everything above it is one line', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    mockCall(instances.events, () => ({ items: [], total: 0 }))
    await openApp(`${address}?tab=events`)
    const line = await screen.findByRole('region', { name: '实例状态' })
    expect(line).toHaveTextContent('运行中')
    expect(line).toHaveTextContent('至今 ¥7.31')
    expect(await within(line).findByRole('button', { name: '打开终端 微调' })).toBeVisible()
    expect(screen.queryByText('至今费用')).toBeNull()
    await userEvent.click(screen.getByText('概览'))
    expect(await situation('运行中')).toBeVisible()
    expect(screen.queryByRole('region', { name: '实例状态' })).toBeNull()
  })

  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

  it('draws how much of a package is used', async () => {
    serveInstanceDetail(() => buildInstanceDetail({ charge_rule: 'day', paid_from: inHours(-23.5), expire_at: inHours(48.5) }))
    await openApp(address)
    const bar = await screen.findByRole('img', { name: '套餐剩余 2 天' })
    expect(Math.round(Number.parseFloat((bar.firstElementChild as HTMLElement).style.inlineSize))).toBe(33)
    expect(bar.parentElement).toHaveTextContent('共 3 天')
  })

  it('draws how long a stopped one is kept, with the days on which its owner is told', async () => {
    serveInstanceDetail(() => buildInstanceDetail({ status: 7, release_at: inHours(5 * 24), stopped_at: inHours(-240) }))
    await openApp(address)
    const retention = await screen.findByRole('img', { name: '关机后数据保留 15 天，5 天后释放' })
    expect([...retention.querySelectorAll('i')].map((mark) => mark.title)).toEqual([
      '第 8 天通知',
      '第 12 天通知',
      '第 14 天通知',
    ])
  })

  it.each([
    ['运行中', {}, true],
    ['保存数据中', { status: 31 }, true],
    ['保存数据中', { status: 31, stopped_at: '2026-11-21T07:00:00Z' }, false],
    ['已关机', { status: 7, stopped_at: '2026-11-21T07:00:00Z' }, false],
  ] as const)('says what it costs to go on as long as it runs: %s %j', async (word, change, goesOn) => {
    serveInstanceDetail(() => buildInstanceDetail(change as Partial<InstanceDetailReply>))
    await openApp(address)
    await situation(word)
    const money = screen.getByText('至今费用').closest('section') as HTMLElement
    expect(within(money).queryByLabelText('现在关机或继续运行的费用') !== null).toBe(goesOn)
  })

  it('says since when its host does not answer, and that the bill stands', async () => {
    serveInstanceDetail(() => buildInstanceDetail({ unseen_since: '2026-11-21T07:00:00Z' }))
    await openApp(address)
    expect(await situation('运行中')).toHaveTextContent('主机自 2026-11-21 15:00 起没有应答，实例现在的状态未知。其间不计费')
    const money = screen.getByText('至今费用').closest('section') as HTMLElement
    expect(money).toHaveTextContent('主机失联 · 自 11-21 15:00，计费暂停')
  })

  it.each([
    ['已关机', { status: 7, reason: 'arrears', stopped_at: '2026-11-21T07:00:00Z' }, /15:00 关机（欠费）。数据保留，不计费/],
    ['已关机', { status: 7, charge_rule: 'week', expire_at: '2026-11-28T06:00:00Z' }, /数据和 GPU 都为你保留，套餐继续计时/],
    ['异常', { status: 1, reason: 'fault' }, /因故障停止，异常期间不计费，数据保留/],
    [
      '异常',
      { status: 1, reason: 'fault', lost_disks: ['system'] },
      /系统盘在主机上已经丢失。异常期间不计费。可以确认后以空盘开机/,
    ],
    ['关机中', { status: 6 }, /计费已停止，数据保留/],
    ['迁移中', { status: 30 }, /正在迁移/],
    ['保存数据中', { status: 31 }, /正在把系统盘保存为镜像，完成后恢复到之前的状态。实例仍在运行，照常计费/],
  ] as const)('says of %s what it means for data and money', async (word, change, words) => {
    serveInstanceDetail(() => buildInstanceDetail(change as Partial<InstanceDetailReply>))
    await openApp(address)
    expect(await situation(word)).toHaveTextContent(words)
  })

  it('says of an image on its way how far it is, and of a try that failed why and what happens next', async () => {
    const gib = 2 ** 30
    const pull = { percent: 30, done_bytes: Math.round(2.1 * gib), total_bytes: 7 * gib, last_error: null, retry_at: null }
    let now: InstanceDetailReply['pull'] = pull
    serveInstanceDetail(() => ({ ...creating('image'), pull: now }))
    await openApp(address)
    const panel = await situation('创建中')
    expect(panel).toHaveTextContent('主机上还没有这个镜像，要先下载。创建期间不计费')
    expect(panel).toHaveTextContent('30%2.1 GB / 7 GB')
    expect(within(panel).getByRole('progressbar', { name: '镜像拉取进度' })).toHaveAttribute('aria-valuenow', '30')
    now = {
      ...pull,
      total_bytes: null,
      last_error: '镜像仓库暂时无法连接。',
      retry_at: new Date(Date.now() + 20_000).toISOString(),
    }
    await waitFor(
      () => expect(panel).toHaveTextContent(/镜像仓库暂时无法连接。\d+ 秒后自动重试，长时间没有进展才会停止，期间不计费/),
      {
        timeout: 10_000,
      },
    )
    expect(panel).toHaveTextContent('30%已下载 2.1 GB')
    // what counts is not read out at each step
    for (const counting of [
      within(panel).getByText(/秒后自动重试/),
      within(panel).getByRole('progressbar', { name: '镜像拉取进度' }),
    ])
      expect(counting.closest('[aria-live]')).toHaveAttribute('aria-live', 'off')
  })

  it('keeps the tab in the address', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    mockCall(instances.events, () => ({ items: [buildInstanceEvent(1)], total: 1 }))
    await openApp(address)
    await userEvent.click(await screen.findByText('事件'))
    expect(window.location.search).toBe('?tab=events')
    expect(await screen.findByText('2026-11-21 14:01:00')).toBeVisible()
  })
})

describe('product §4 Creation, step by step', () => {
  it('shows each step with its time, and moves on by itself', async () => {
    let present = creating('image')
    const { looks } = serveInstanceDetail(() => present)
    await openApp(address)
    const panel = await situation('创建中')
    expect(panel).toHaveTextContent('创建期间不计费')
    expect(panel).toHaveTextContent('分配主机和 GPU14:00:00，1 分')
    expect(panel).toHaveTextContent('准备镜像14:01:0040%')
    expect(within(panel).queryByText('打开终端')).not.toBeInTheDocument()
    present = buildInstanceDetail()
    await situation('运行中') // polled every 2 s
    const after = looks()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(looks()).toBe(after)
  })

  it('keeps the steps that were watched when they are done, so that the page does not move', async () => {
    let present = creating('boot')
    serveInstanceDetail(() => present)
    const { push } = await openApp(address)
    await situation('创建中')
    expect(screen.queryByText('最近一次开机', { selector: 'h3' }), 'once is enough').toBeNull()
    present = buildInstanceDetail()
    await push({ type: 'change', resource: 'instances', id: 'gpu-1' })
    expect(within(await situation('运行中')).getByText('可以使用')).toBeVisible()
    present = buildInstanceDetail({ status: 6 })
    await push({ type: 'change', resource: 'instances', id: 'gpu-1' })
    expect(within(await situation('关机中')).queryByText('可以使用')).not.toBeInTheDocument()
    expect(screen.getByText('最近一次开机', { selector: 'h3' })).toBeVisible()
  })

  it('hears of a step on the stream before the next look', async () => {
    let present = creating('image')
    serveInstanceDetail(() => present)
    const { push } = await openApp(address)
    await situation('创建中')
    present = creating('boot')
    await push({ type: 'change', resource: 'instances', id: 'gpu-1' })
    await waitFor(async () => expect(await situation('创建中')).toHaveTextContent('启动系统14:03:00'))
  })

  it('shows which step failed and why', async () => {
    const steps = buildBootSteps('image').map((step) =>
      step.key === 'image' ? { ...step, state: 'error' as const, detail: '镜像不存在或已下线。' } : step,
    )
    serveInstanceDetail(() => buildInstanceDetail({ status: 1, reason: 'fault', steps }))
    await openApp(address)
    const panel = await situation('异常')
    expect(panel).toHaveTextContent('镜像不存在或已下线。')
    expect(panel).toHaveTextContent('数据保留。可以再开机一次；如果镜像已经下线，只能换一个镜像新建。')
    expect(within(panel).getByRole('button', { name: /开机/ })).toBeVisible()
  })

  it('leads from an instance that never got its image to a new one with another image, and still offers to start it', async () => {
    const steps = buildBootSteps('image').map((step) => (step.key === 'image' ? { ...step, state: 'error' as const } : step))
    serveInstanceDetail(() => buildInstanceDetail({ status: 1, reason: 'fault', started_at: null, steps }))
    await openApp(address)
    const panel = await situation('异常')
    expect(panel).toHaveTextContent('可以换一个镜像新建，再释放这台；也可以再开机一次。')
    expect(screen.getByRole('button', { name: /^(?!无卡).*开机/ })).toBeVisible()
    await userEvent.click(within(panel).getByRole('button', { name: /换镜像新建/ }))
    expect(window.location.pathname).toBe('/create-instance')
    expect(window.location.search).toContain(`product_id=${buildInstanceDetail().product_id}`)
  })

  it('says of a step too short to be seen where its time is counted', async () => {
    const steps = buildBootSteps('end').map((step) =>
      step.key === 'create' ? { ...step, started_at: null, finished_at: null } : step,
    )
    serveInstanceDetail(() => buildInstanceDetail({ steps }))
    await openApp(address)
    const boot = (await screen.findByText('最近一次开机', { selector: 'h3' })).closest('section')
    expect(boot).toHaveTextContent('准备镜像14:01:00，1 分创建容器计入上一步启动系统14:03:00，1 分')
  })

  it('leaves for the list once it is released', async () => {
    let present: InstanceDetailReply | null = creating('boot')
    serveInstanceDetail(() => present)
    await openApp(address)
    await situation('创建中')
    const said = recordToasts()
    present = null
    expect(await screen.findByText('还没有容器实例')).toBeVisible()
    expect(said).toEqual(['「微调」已释放'])
  })
})

describe('product §4 The timeline', () => {
  it('says who, when and why, and opens further back', async () => {
    const events = [
      buildInstanceEvent(30, { title: '关机', actor: 'system', status: 6, reason: 'arrears' }),
      buildInstanceEvent(29, { title: '改名', actor: 'user', kind: 'rename', detail: '旧 → 新', status: null }),
      ...Array.from({ length: 20 }, (_, index) => buildInstanceEvent(20 - index, { title: `第 ${20 - index} 件` })),
    ]
    serveInstanceDetail(() => buildInstanceDetail())
    mockCall(instances.events, ({ query: { page, page_size: pageSize } }) => ({
      items: events.slice((page - 1) * pageSize, page * pageSize),
      total: events.length,
    }))
    await openApp(`${address}?tab=events`)
    const stop = (await screen.findByText('关机', { selector: 'strong' })).closest('li')
    expect(stop).toHaveTextContent('2026-11-21 14:30:00系统关机原因：欠费关机中')
    expect(screen.getByText('旧 → 新').closest('li')).toHaveTextContent('用户改名')
    expect(screen.queryByText('第 1 件')).not.toBeInTheDocument()
    await userEvent.click(screen.getByText('查看更早的事件'))
    expect(await screen.findByText('第 1 件')).toBeVisible()
  })
})

describe('decision 124 The page of an instance with a sick card', () => {
  const sick = { reason: '显存有 3 个不可纠正的 ECC 错误', since: '2026-11-21T06:00:00Z', replaceable: true }

  it.each([
    ['运行', { sick_gpu: sick }, /ECC 错误，2026-11-21 14:00 起.*没有关停实例.*关机再开机.*只重启不会换卡/],
    ['关机', { sick_gpu: sick, status: 7, stopped_at: sick.since }, /为它保留的 GPU 有故障.*开机时会换成.*数据不受影响/],
    ['观察', { sick_gpu: { ...sick, replaceable: false } }, /可能是暂时的，平台正在观察/],
  ] as const)('says what it means and what to do: %s', async (_, change, words) => {
    serveInstanceDetail(() => buildInstanceDetail(change as Partial<InstanceDetailReply>))
    await openApp(address)
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('says nothing of sound cards', async () => {
    serveInstanceDetail(() => buildInstanceDetail())
    await openApp(address)
    await situation('运行中')
    expect(screen.queryByText(/GPU 有/)).toBeNull()
  })
})
