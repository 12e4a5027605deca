import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { consumption } from '#contract/consumption.ts'
import { coupons } from '#contract/coupons.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { instances } from '#contract/instances.ts'
import { monitor, usageLine } from '#contract/monitor.ts'
import type { OverviewTodo } from '#contract/overview-todos.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/overview/DataOverview.tsx'
import '#src/features/overview/QuotaPanels.tsx'
import '#src/features/overview/SpendPanels.tsx'
import { buildInstance, buildInstanceEvent } from '#tests/web/features/instances/rentals.ts'
import { buildStorageRegion } from '#tests/web/features/storage/storage.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

type Overview = EndpointData<typeof wallet.overview>

const anOverview = (change: Partial<Overview> = {}): Overview => ({
  wallet: buildWallet({ cash: '447.94', hours_left: 190, recharged: '500.00' }),
  counts: { total: 4, running: 1, shut_down: 2, abnormal: 1 },
  todos: [],
  events: [
    { ...buildInstanceEvent(5, { title: '已关机', actor: 'user', detail: '手动' }), instance_id: 'gpu-9', instance_name: '推理' },
  ],
  ...change,
})
const nothing = { total: 0, running: 0, shut_down: 0, abnormal: 0 }
const newcomer = (purse = {}): Overview =>
  anOverview({
    wallet: buildWallet({ cash: '0.00', recharged: '0.00', hours_left: null, ...purse }),
    counts: nothing,
    events: [],
  })

const line = (value: number) => Array.from({ length: usageLine.points }, () => value)
const spend = {
  total: '12.00',
  unsettled: '0.30',
  subjects: [
    { kind: 'instance' as const, id: 'gpu-1', name: '微调' },
    { kind: 'llm' as const, id: null, name: '大模型 API' },
    { kind: 'rest' as const, id: null, name: '其余' },
  ],
  days: [
    { day: '2026-11-20', total: '4.00', amounts: ['3.00', '1.00', '0.00'], packages: '0.00' },
    { day: '2026-11-21', total: '8.00', amounts: ['7.00', '0.50', '0.50'], packages: '0.00' },
  ],
  has_packages: false,
  forecast: {
    available: '447.64',
    burn_hour: '2.28',
    until: '2026-12-04T02:00:00.000Z',
    reason: 'balance' as const,
    renewals: [],
    lapsing: [],
  },
}
const open = (overview: () => Overview, user = buildUser()) => {
  mockCall(wallet.overview, overview)
  mockCall(monitor.usage, ({ query }) => query.ids.split(',').map((id) => ({ id, gpu_use: line(48), vram_use: line(60) })))
  mockCall(consumption.daily, () => spend)
  mockCall(fileStorage.statistics, () => [buildStorageRegion({ used_bytes: 5 * 1024 ** 3 })])
  mockCall(coupons.list, () => ({ items: [], total: 0 }))
  mockCall(instances.list, ({ query }) => {
    expect(query.running).toBe('true')
    return { items: [buildInstance()], total: 1 }
  })
  return openApp('/console', { user })
}
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement

describe('product §10 Overview: the first line', () => {
  it('says what runs, what it burns an hour and how long the balance lasts', async () => {
    await open(anOverview)
    expect(window.location.pathname).toBe('/console/data-overview')
    await screen.findByText('当前消耗')
    expect(figure('运行中')).toHaveTextContent('1台实例共 4 台，已关机 2异常 1')
    expect(within(figure('运行中')).getByText('异常 1')).toHaveAttribute('href', '/console/container-instance?status=1')
    expect(figure('当前消耗')).toHaveTextContent('¥2.28/小时')
    expect(figure('可用余额')).toHaveTextContent('¥447.94约可用 7 天')
  })

  it('is followed by what runs, each with the way into it, and by what happened last', async () => {
    await open(anOverview)
    const item = (await screen.findByText('微调')).closest('li') as HTMLElement
    expect(item).toHaveTextContent(/^微调RTX 4090 × 2 · 华北一区.*48%11-21 14:01 开机¥4\.605\/小时至今 ¥7\.31终端$/)
    expect(within(item).getByLabelText('打开终端 微调')).toHaveAttribute(
      'href',
      '/console/container-instance/detail/gpu-1?tab=terminal',
    )
    expect(screen.getByText('推理').closest('li')).toHaveTextContent('2026-11-21 14:05推理已关机手动用户')
  })

  it('follows the stream', async () => {
    let running = 1
    const { push } = await open(() => anOverview({ counts: { total: 4, running, shut_down: 3, abnormal: 0 } }))
    await screen.findByText('当前消耗')
    running = 0
    await push({ type: 'change', resource: 'instances', id: 'gpu-1' })
    expect(await screen.findByText(/现在没有实例在运行/)).toHaveTextContent('3 个已关机的实例保留着数据')
  })

  it('can be tried again', async () => {
    let down = true
    await open(() => {
      if (down) throw new RefusedError('invalid')
      return anOverview()
    })
    expect(await screen.findByText('总览加载失败')).toBeVisible()
    down = false
    await userEvent.click(screen.getByText('重试'))
    expect(await screen.findByText('当前消耗')).toBeVisible()
  })
})

const todo = (kind: OverviewTodo['kind'], change: Partial<OverviewTodo> = {}): OverviewTodo => ({
  kind,
  id: null,
  name: null,
  at: null,
  amount: null,
  reason: null,
  ...change,
})
const withTodos =
  (todos: OverviewTodo[], hoursLeft: number | null = 190) =>
  () =>
    anOverview({ todos, wallet: buildWallet({ hours_left: hoursLeft }) })
const todoRow = async (title: string | RegExp) =>
  (await screen.findByText(title, { selector: 'strong' })).closest('li') as HTMLElement

describe('product §5 Low balance', () => {
  it.each([
    [23.9, '余额约可用 23 小时用完后保留 1 小时宽限，之后自动关机，数据保留去充值'],
    [0.4, '余额不足 1 小时用完后保留 1 小时宽限，之后自动关机，数据保留去充值'],
    [0, '余额已用完保留 1 小时宽限，之后自动关机，数据保留去充值'],
  ])('is said in time: %d h', async (hours, words) => {
    await open(withTodos([todo('low_balance')], hours))
    expect(await todoRow(/^余额/)).toHaveTextContent(words)
  })

  it('sends a sub-account to its master', async () => {
    await open(withTodos([todo('low_balance')], 3), buildUser({ account_type: 'sub' }))
    expect(await todoRow(/^余额/)).toHaveTextContent('请联系主账号充值')
    expect(screen.queryByText('去充值')).not.toBeInTheDocument()
  })
})

describe('decision 080 What needs me', () => {
  const at = '2026-12-01T06:00:00.000Z'
  it.each([
    [
      'debt',
      todo('debt', { amount: '12.30', at, reason: '已逾期 3 天' }),
      '欠款 ¥12.30已逾期 3 天',
      '去充值',
      '/recharge?amount=12.30',
    ],
    [
      'abnormal',
      todo('abnormal', { id: 'gpu-7', name: '评测', reason: '镜像不存在' }),
      '「评测」异常镜像不存在',
      '查看并处理',
      '/detail/gpu-7',
    ],
    ['expiry', todo('expiry', { id: 'gpu-7', name: '评测', at }), '「评测」12-01 14:00 到期', '去续费', '/renew?id=gpu-7'],
    [
      'release',
      todo('release', { id: 'gpu-7', name: '评测', at }),
      '删除系统盘和数据盘，开机一次即可重新计算',
      '去开机',
      '/detail/gpu-7',
    ],
    [
      'image_release',
      todo('image_release', { id: 'ci-1', name: '微调 1.0', reason: '说明太短' }),
      '镜像「微调 1.0」没有通过说明太短',
      '去修改',
      '/release-image/ci-1',
    ],
    [
      'invoice',
      todo('invoice', { id: 'inv-1', name: '某公司' }),
      '「某公司」的开票申请被驳回',
      '查看原因',
      '/invoice-details?id=inv-1',
    ],
    ['real_name', todo('real_name', { amount: '20.00' }), '认证后可领 ¥20.00 代金券', '去认证', '/certification-details'],
  ])('says %s in one line with its next step', async (_, item, words, label, address) => {
    await open(withTodos([item]))
    const panel = (await screen.findByText('需要处理 1')).closest('section') as HTMLElement
    expect(panel).toHaveTextContent(words)
    expect(within(panel).getByRole('link', { name: label }).getAttribute('href')).toContain(address)
  })

  it('gives a voucher where it is mentioned', async () => {
    const claimed: string[] = []
    let todos = [todo('voucher', { id: 'campaign-1', name: '新人代金券', amount: '20.00' })]
    mockCall(coupons.claim, ({ body }) => {
      claimed.push(body.campaign_id)
      todos = []
      throw new RefusedError('coupon_limit')
    })
    const { push } = await open(() => anOverview({ todos }))
    await userEvent.click(await screen.findByRole('button', { name: '领取 新人代金券' }))
    await waitFor(() => expect(claimed).toEqual(['campaign-1']))
    await push({ type: 'change', resource: 'wallet', id: 'user-1' })
    await waitFor(() => expect(screen.queryByText(/^需要处理 \d/)).not.toBeInTheDocument())
  })

  it('says nothing where nothing is to do', async () => {
    await open(anOverview)
    await screen.findByText('当前消耗')
    expect(screen.queryByText(/^需要处理 \d/)).not.toBeInTheDocument()
  })

  it('folds more than five lines', async () => {
    await open(withTodos([1, 2, 3, 4, 5, 6, 7].map((n) => todo('abnormal', { id: `gpu-${n}`, name: `评测 ${n}` }))))
    expect(await screen.findByText('需要处理 7')).toBeVisible()
    expect(screen.queryByText('「评测 6」异常')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '展开其余 2 条' }))
    expect(screen.getByText('「评测 6」异常')).toBeVisible()
  })
})

describe('decision 080 The overview in pictures', () => {
  it('shows the spending of each day, whose days and instances open their rows', async () => {
    await open(anOverview)
    const figure = await screen.findByRole('figure', { name: /按实例/ })
    expect(within(figure).getByRole('link', { name: '微调' })).toHaveAttribute(
      'href',
      '/console/cost/consumption?instance_id=gpu-1&from=2026-11-20&to=2026-11-21',
    )
    expect(within(figure).getByRole('link', { name: '大模型 API' }).getAttribute('href')).toContain('kind=llm_usage')
    await userEvent.click(within(figure).getByRole('button', { name: '看表格' }))
    expect(within(figure).getByRole('link', { name: '2026-11-21' })).toHaveAttribute(
      'href',
      '/console/cost/consumption?from=2026-11-21&to=2026-11-21',
    )
  })

  it('counts packages as they are used, or as they were paid, and says which', async () => {
    await open(anOverview)
    const asked: (string | undefined)[] = []
    mockCall(consumption.daily, ({ query }) => {
      asked.push(query.basis)
      const packages = query.basis === 'used' ? '2.00' : '0.00'
      return { ...spend, days: spend.days.map((day) => ({ ...day, packages })), has_packages: true }
    })
    await userEvent.click(await screen.findByText('近 30 天'))
    const used = await screen.findByRole('figure', { name: '近 2 天每天的消费，按实例，按使用折算' })
    await userEvent.click(within(used).getByRole('button', { name: '看表格' }))
    expect(within(used).getAllByText('其中套餐折算 ¥2.00，明细在付款那一天')).toHaveLength(2)
    await userEvent.click(screen.getByText('按付款'))
    expect(await screen.findByRole('figure', { name: '近 2 天每天的消费，按实例，按付款' })).toBeVisible()
    expect([asked[0], asked.at(-1)]).toEqual(['used', 'paid'])
  })

  it('has nothing to choose where there is no package', async () => {
    await open(anOverview)
    await screen.findByRole('figure', { name: '近 2 天每天的消费，按实例' })
    expect(screen.queryByText('按付款')).not.toBeInTheDocument()
  })

  it('shows the GPU use of what runs, and opens the monitor', async () => {
    await open(anOverview)
    expect(await screen.findByRole('img', { name: '近 1 小时 GPU 利用率，现在 48%' })).toBeVisible()
    expect(screen.getByRole('link', { name: '微调 的监控' }).getAttribute('href')).toContain('tab=monitor')
  })

  it('shows how much of the storage is used', async () => {
    await open(anOverview)
    expect(await screen.findByRole('img', { name: '华北一区 已用 5 GB，共 20 GB' })).toHaveTextContent('25%')
  })

  it('folds the events after the first three', async () => {
    const events = [1, 2, 3, 4, 5].map((n) => ({ ...buildInstanceEvent(n), instance_id: 'gpu-1', instance_name: `第 ${n} 台` }))
    await open(() => anOverview({ events }))
    expect(await screen.findByText('第 3 台')).toBeVisible()
    expect(screen.queryByText('第 4 台')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '展开其余 2 条' }))
    expect(screen.getByText('第 5 台')).toBeVisible()
  })
})

describe('product §6 A newcomer', () => {
  const steps = () =>
    screen.getAllByRole('listitem').filter((item) => /^(\d|)?(实名认证|充值|创建实例)/.test(item.textContent ?? ''))

  it('is led through verification, recharge and the first instance', async () => {
    await open(() => newcomer(), buildUser({ real_name: { passed: 'F', name: null } }))
    await screen.findByText('三步用上第一台实例')
    expect(steps().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1实名认证.*去认证$/),
      expect.stringMatching(/^2充值.*去充值$/),
      expect.stringMatching(/^3创建实例.*创建实例$/),
    ])
    await userEvent.click(screen.getByText('去认证'))
    await waitFor(() => expect(window.location.pathname).toBe('/console/account/certification-details'))
    expect(window.location.search).toBe('?return=%2Fconsole%2Fdata-overview')
  })

  it('sees what is done already', async () => {
    await open(() => newcomer({ recharged: '50.00', cash: '50.00' }))
    await screen.findByText('三步用上第一台实例')
    await waitFor(() => expect(screen.getAllByText('已完成', { selector: 'span' })).toHaveLength(2))
    expect(screen.getByText('创建实例', { selector: 'button *' }).closest('button')).toHaveClass('ant-btn-primary')
  })

  it('is nobody who has released everything', async () => {
    await open(() => anOverview({ counts: nothing }))
    await screen.findByText('当前消耗')
    expect(screen.queryByText('三步用上第一台实例')).not.toBeInTheDocument()
  })
})
