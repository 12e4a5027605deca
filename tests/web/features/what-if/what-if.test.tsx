import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { type WhatIf, type WhatIfInstance, type WhatIfPlan, whatIf, whatIfPlans } from '#contract/what-if.ts'
import '#src/features/what-if/ReckoningDialog.tsx'
import '#src/features/what-if/WhatIfPage.tsx'
import { toast } from '#src/ui/toast.ts'
import { buildGuard } from '#tests/web/support/guards.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'

type Line = WhatIfInstance['lines'][number]
const plans = Object.keys(whatIfPlans) as WhatIfPlan[]

const buildLines = (change: Partial<Record<WhatIfPlan, Partial<Line>>> = {}): Line[] =>
  plans.map((plan) => ({
    plan,
    amount: '27.36',
    current: plan === 'hour',
    why_not: null,
    reckoning: [{ title: '有卡运行', detail: '12 小时 × ¥2.28/小时', amount: '27.36' }],
    ...change[plan],
  }))

const buildRow = (change: Partial<WhatIfInstance> = {}): WhatIfInstance => ({
  id: 'gpu-1',
  name: '训练机',
  gpu_type: 'RTX 4090',
  gpu_num: 2,
  charge_rule: 'hour',
  price_unit: 1,
  status: 2,
  released: false,
  idle: null,
  smaller_gpu_num: 1,
  actual: '27.36',
  used: '27.36',
  run_seconds: 43_200,
  lines: buildLines(),
  best: null,
  save: '0.00',
  ...change,
})

const buildBill = (instances: WhatIfInstance[], change: Partial<WhatIf> = {}): WhatIf => ({
  from: '2026-10-24',
  to: '2026-11-22',
  total: '27.36',
  used: '27.36',
  best: '14.36',
  save: '13.00',
  instances,
  rest: { count: 0, amount: '0.00' },
  others: '0.00',
  plans: plans.map((plan) => ({ plan, amount: '27.36', count: plan === 'week' ? 0 : instances.length })),
  ...change,
})

const idleRow = (change: Partial<WhatIfInstance> = {}) =>
  buildRow({
    best: 'idle_stop',
    save: '13.00',
    lines: buildLines({
      idle_stop: {
        amount: '14.36',
        reckoning: [
          { title: '有卡运行', detail: '12 小时 × ¥2.28/小时', amount: '27.36' },
          { title: '关机少付', detail: '闲置满 30 分钟之后的 5 小时 42 分 × ¥2.28/小时', amount: '-13.00' },
        ],
      },
      week: { amount: '383.04', why_not: '创建不足 7 天，还看不出规律' },
      smaller: { amount: null, why_not: '没有 GPU 监控数据，无法判断', reckoning: [] },
    }),
    ...change,
  })

async function open(bill: WhatIf) {
  const asked: string[] = []
  mockCall(whatIf.read, ({ query }) => {
    asked.push(query.idle_minutes)
    return bill
  })
  await openApp('/console/cost/what-if')
  await screen.findByRole('heading', { name: '省钱测算', level: 1 })
  return { asked }
}
const cell = (plan: WhatIfPlan) => screen.findByRole('button', { name: new RegExp(`训练机，${whatIfPlans[plan]} `) })

describe('decision 078 /console/cost/what-if', () => {
  it('says what was paid, what the best plans would cost, and the difference', async () => {
    await open(buildBill([idleRow()]))
    const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement
    expect(await figure('近 30 天消费')).toHaveTextContent('¥27.36')
    expect(await figure('按最省的方案')).toHaveTextContent('¥14.36')
    expect(await figure('可省')).toHaveTextContent('¥13.001 台能换得更省')
    expect(screen.queryByText('其中实例实际用掉')).toBeNull()
    expect(screen.getByRole('link', { name: '明细' })).toHaveAttribute(
      'href',
      '/console/cost/consumption?from=2026-10-24&to=2026-11-22',
    )
  })

  it('sets apart what instances used up where more was paid', async () => {
    await open(buildBill([buildRow()], { total: '400.00', others: '12.00', used: '191.52', save: '0.00', best: '191.52' }))
    expect((await screen.findByText('其中实例实际用掉')).parentElement).toHaveTextContent(
      '¥191.52套餐按时间折算，不含大模型用量等',
    )
    expect(screen.getByText('现在没有更省的')).toBeVisible()
  })

  it('shows the amount of an alternative, what it saves where it saves, and a dash where it is none', async () => {
    const other = buildRow({
      id: 'gpu-2',
      name: '推理机',
      lines: buildLines({ day: { amount: '20.00' }, week: { amount: '40.00' }, no_gpu: { amount: null, why_not: '没有数据' } }),
    })
    await open(buildBill([idleRow(), other]))
    expect(await cell('idle_stop')).toHaveTextContent(/^14\.36最省$/)
    expect(await cell('week')).toHaveTextContent(/^—$/)
    expect(await cell('day')).toHaveTextContent(/^—$/)
    expect(await screen.findByRole('button', { name: /推理机，包日 20.00，省 7.36/ })).toHaveTextContent(/^20\.00省 7\.36$/)
    expect(await screen.findByRole('button', { name: /推理机，包周 40.00/ })).toHaveTextContent(/^40\.00$/)
  })

  it('has no column for a plan that is no alternative for any instance, and says so', async () => {
    await open(buildBill([idleRow()]))
    const table = await screen.findByRole('region', { name: '每台实例的实际与其他方案' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(['实例', '实际', '最省的方案', '闲置关机'])
    expect(screen.getByText('「按量」「包日」「包周」「更小规格」「无卡开机」没有一台能换，或换了也一样，不列出。')).toBeVisible()
  })

  it('has one figure of what was used, with packages by time', async () => {
    await open(buildBill([buildRow({ actual: '383.04', used: '191.52' })]))
    expect((await screen.findByText('191.52')).closest('td')).toHaveTextContent('191.52套餐按时间折算')
    expect(screen.queryByText('383.04')).toBeNull()
  })

  it('compares the plans in total, leaving out those that no instance can take', async () => {
    await open(buildBill([idleRow()]))
    const totals = await screen.findByRole('table', { name: /每种方案合计多少/ })
    const rows = within(totals).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      '实际1 台¥27.36',
      ...['按量', '包日', '更小规格', '闲置关机', '无卡开机'].map((name) => `都选${name}1 台能选¥27.36`),
      '逐台选最省的最省¥14.36',
    ])
  })

  it('opens each amount to its reckoning, its assumption and the reason against it', async () => {
    const other = buildRow({ id: 'gpu-2', name: '推理机', lines: buildLines({ week: { amount: '20.00' } }) })
    await open(buildBill([idleRow(), other]))
    await userEvent.click(await cell('idle_stop'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('闲置满 30 分钟之后的 5 小时 42 分 × ¥2.28/小时')).toBeVisible()
    expect(
      within(dialog)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      '有卡运行12 小时 × ¥2.28/小时¥27.36',
      '关机少付闲置满 30 分钟之后的 5 小时 42 分 × ¥2.28/小时−¥13.00',
      '合计¥14.36',
      '实际¥27.36',
      '少花¥13.00',
    ])
    await userEvent.click(within(dialog).getByRole('button', { name: /关闭|Close/ }))
    await userEvent.click(await cell('week'))
    expect(await screen.findByText('创建不足 7 天，还看不出规律')).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveTextContent('多花¥355.68')
  })

  it('asks anew for another wait', async () => {
    const { asked } = await open(buildBill([idleRow()]))
    await userEvent.click(await screen.findByText('60 分钟'))
    await screen.findByRole('button', { name: '闲置 60 分钟关机' })
    expect(asked).toEqual(['30', '60'])
  })

  it('sets the idle stop after it said what happens, and takes it back to the rule before', async () => {
    const sent: unknown[] = []
    await open(buildBill([idleRow({ idle: { percent: 10, minutes: 120 } })]))
    mockCall(instanceGuards.update, ({ body }) => {
      sent.push(body)
      return buildGuard()
    })
    await userEvent.click(await screen.findByRole('button', { name: '闲置 30 分钟关机' }))
    expect(await screen.findByText(/系统盘和数据盘都保留；计费随之停止，GPU 会释放/)).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '设为闲置关机' }))
    const undo = await waitFor(() => toast.get().find(({ action }) => action?.label === '撤销')!.action!)
    undo.run()
    await waitFor(() => expect(toast.get().map(({ message }) => message)).toContain('已恢复原来的设置'))
    expect(sent).toEqual([{ idle: { percent: 5, minutes: 30 } }, { idle: { percent: 10, minutes: 120 } }])
  })

  it.each([
    ['day', {}, '转为包日', '/console/container-instance/convert-bill?id=gpu-1&charge_rule=day'],
    ['hour', { charge_rule: 'week', price_unit: 3 }, '转为按量计费', '/console/container-instance/convert-bill?id=gpu-1'],
    [
      'week',
      { charge_rule: 'day', price_unit: 2 },
      '下次按包周续费',
      '/console/container-instance/renew?id=gpu-1&charge_rule=week',
    ],
    ['smaller', {}, '换成 1 张卡', '/console/container-instance/lift?id=gpu-1&gpu_num=1'],
  ] as const)('leads to the page that takes %s', async (best, change, name, href) => {
    await open(buildBill([buildRow({ best, save: '1.00', ...change })]))
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href)
  })

  it('folds released instances below, each leading to its bill', async () => {
    await open(buildBill([idleRow(), buildRow({ id: 'gpu-2', name: '旧机', released: true })]))
    const fold = (await screen.findByText('已释放 1 台，实际')).closest('details') as HTMLElement
    expect(fold).not.toHaveAttribute('open')
    await userEvent.click(screen.getByText('已释放 1 台，实际'))
    expect(within(fold).getByRole('link', { name: '旧机' })).toHaveAttribute(
      'href',
      '/console/cost/consumption?instance_id=gpu-2',
    )
    expect(within(fold).getByText('27.36')).toBeVisible()
    expect(within(fold).queryByText('没有更省的')).toBeNull()
  })

  it('says how many instances are left out, and teaches the first step where there is none', async () => {
    await open(buildBill([buildRow()], { rest: { count: 3, amount: '3.42' } }))
    expect(await screen.findByText(/其余 3 台共/)).toHaveTextContent('其余 3 台共 ¥3.42，只测算花费最多的 50 台。')
  })

  it('without an instance that cost anything, says so', async () => {
    await open(buildBill([], { total: '0.00', used: '0.00', best: '0.00', save: '0.00', plans: [] }))
    expect(await screen.findByText('近 30 天没有实例产生费用')).toBeVisible()
    expect(screen.getByRole('link', { name: '去算力市场' })).toHaveAttribute('href', '/market')
  })
})
