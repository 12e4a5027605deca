import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { consumption } from '#contract/consumption.ts'
import '#src/features/cost/overview/CostOverviewPage.tsx'
import type { CostOverview } from '#src/features/cost/overview/use-cost-overview.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'

const spread: CostOverview['packages'][number] = {
  order_id: 'order-1',
  instance_id: 'gpu-1',
  name: '训练机',
  from: '2026-11-20T04:00:00Z',
  to: '2026-11-27T04:00:00Z',
  amount: '700.00',
  used: '200.00',
}
const buildOverview = (change: Partial<CostOverview> = {}): CostOverview => ({
  today: '1.00',
  month: '710.00',
  total: '710.00',
  unsettled: '0.30',
  days: [
    { day: '2026-11-20', usage: '9.00', orders: '700.00', packages: '50.00', late_fees: '0.00' },
    { day: '2026-11-21', usage: '1.00', orders: '0.00', packages: '100.00', late_fees: '0.00' },
  ],
  used: '210.00',
  packages: [spread],
  periods: [
    { days: 7, amount: '710.00', before: '500.00' },
    { days: 30, amount: '710.00', before: '0.00' },
  ],
  instances: [{ id: 'gpu-1', name: '训练机', amount: '710.00' }],
  products: [{ id: 'product-1', name: 'RTX 4090', amount: '710.00' }],
  forecast: { available: '90.00', burn_hour: '0.00', until: null, reason: 'idle', renewals: [], lapsing: [] },
  ...change,
})
const open = async (change: Partial<CostOverview> = {}) => {
  mockCall(consumption.overview, () => buildOverview(change))
  await openApp('/console/cost/cost-overview')
  await screen.findByRole('heading', { name: /^每天的消费/ })
}
const readTable = async (name: string) => {
  const figure = screen.getByRole('figure', { name })
  await userEvent.click(within(figure).getByRole('button', { name: '看表格' }))
  return within(figure)
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
}

describe('decision 085 Each day as it was used or as it was paid', () => {
  it('spreads packages at first, says so in the heading, and opens to the orders behind it', async () => {
    await open()
    expect(screen.getByRole('heading', { name: '每天的消费（按使用折算）' })).toBeVisible()
    expect(screen.getByText(/^近 30 天按使用折算/)).toHaveTextContent('近 30 天按使用折算 ¥210.00：')
    const note = (yuan: string) => `其中套餐折算 ¥${yuan}，明细在付款那一天`
    expect(await readTable('近 30 天每天的消费，按使用折算')).toEqual([
      '日期按量扣费套餐折算说明',
      `2026-11-20¥9.00¥50.00${note('50.00')}`,
      `2026-11-21¥1.00¥100.00${note('100.00')}`,
    ])
    await userEvent.click(screen.getByText(/^折算了 1 笔套餐订单/))
    const table = screen.getByRole('table', { name: '折算到近 30 天的套餐订单' })
    expect(within(table).getByRole('link', { name: '训练机' })).toHaveAttribute('href', '/console/cost/my-order/order-1')
    expect(within(table).getByText('200.00')).toBeVisible()
  })

  it('counts payments on their day where asked to', async () => {
    await open()
    await userEvent.click(screen.getByText('按付款'))
    expect(screen.getByRole('heading', { name: '每天的消费（按付款）' })).toBeVisible()
    expect(await readTable('近 30 天每天的消费，按付款')).toEqual([
      '日期按量扣费订单与其他，已减去退款',
      '2026-11-20¥9.00¥700.00',
      '2026-11-21¥1.00¥0.00',
    ])
    expect(screen.queryByText(/^折算了/)).toBeNull()
  })

  it('has nothing to choose where there is no package', async () => {
    await open({ packages: [] })
    expect(screen.getByRole('heading', { name: '每天的消费' })).toBeVisible()
    expect(screen.queryByText('按使用折算')).toBeNull()
  })
})

describe('product §5 The cost overview beside the period before', () => {
  it('names both amounts, their difference in percent, and the rows of each', async () => {
    await open()
    const figure = screen.getByText('近 7 天（按付款）', { selector: 'dt' }).parentElement as HTMLElement
    expect(figure).toHaveTextContent('近 7 天（按付款）¥710.00明细 · 前 7 天 ¥500.00，+42.0%')
    const [own, before] = within(figure)
      .getAllByRole('link')
      .map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]))
    const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
    expect([own, before].map((range) => days(range!.get('from')!, range!.get('to')!))).toEqual([7, 7])
    expect(days(before!.get('to')!, own!.get('from')!)).toBe(2)
  })

  it('has no percent where nothing was spent before', async () => {
    await open()
    const figure = screen.getByText('近 30 天（按付款）', { selector: 'dt' }).parentElement as HTMLElement
    expect(figure).toHaveTextContent(/前 30 天 ¥0\.00$/)
  })
})
