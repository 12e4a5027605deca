import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { instances } from '#contract/instances.ts'
import '#src/features/instances/billing/BillingTab.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildInstanceDetail, buildSegment, type InstanceSegmentReply, serveInstanceDetail } from './rentals.ts'

const address = '/console/container-instance/detail/gpu-1?tab=billing'
const open = async (segments: InstanceSegmentReply[]) => {
  serveInstanceDetail(() => buildInstanceDetail())
  mockCall(instances.segments, ({ query }) => ({
    items: query.order === 'asc' ? [...segments].reverse() : segments,
    total: segments.length,
  }))
  await openApp(address)
  return (await screen.findByText('计费分段')).closest('table') as HTMLElement
}

describe('product §5 A bill opens down to the second', () => {
  it('shows from, to, seconds, price, amount, and opens to its charges', async () => {
    const table = await open([buildSegment()])
    for (const text of ['2026-11-21 14:00:00', /至 2026-11-21 15:02:03（1 小时 2 分）/, '3,723', '2.28', '2.35']) {
      expect(within(table).getAllByText(text)[0]).toBeVisible()
    }
    const opener = within(table).getByText('2 笔扣费').closest('button') as HTMLElement
    expect(opener).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(opener)
    expect(opener).toHaveAttribute('aria-expanded', 'true')
    expect(within(table).getByText('3600–3723').closest('tr')).toHaveTextContent('2026-11-21 15:02')
    expect(within(table).getByText('902')).toHaveAttribute('href', '/console/cost/income-detail')
  })

  it('says when the first charge comes', async () => {
    const startedAt = new Date(Date.now() - 40_000).toISOString()
    const table = await open([
      buildSegment({ started_at: startedAt, ended_at: null, seconds: 40, amount: '0.02', settled: '0.00', charges: [] }),
    ])
    expect(table).toHaveTextContent('至现在，仍在运行（40 秒）')
    await userEvent.click(within(table).getByText('0 笔扣费'))
    expect(table).toHaveTextContent('每满一小时，以及关机、释放、改价时结算一次')
  })

  it('says what was not metered, and so not charged', async () => {
    const table = await open([buildSegment({ ended_at: '2026-11-21T08:02:03Z' })])
    expect(table).toHaveTextContent('（计费 1 小时 2 分，另有 1 小时平台没有看到它在运行，不收费）')
  })

  it('says that a package is paid once', async () => {
    serveInstanceDetail(() => buildInstanceDetail({ charge_rule: 'week', cost: '337.07', expire_at: '2026-11-28T06:00:00Z' }))
    await openApp(address)
    expect(await screen.findByText(/包周在下单时一次付清/)).toHaveTextContent('¥337.07')
    expect(screen.queryByRole('button', { name: '验算' })).not.toBeInTheDocument()
  })
})

describe('product §5 验算', () => {
  it('says that browser and bill agree', async () => {
    await open([buildSegment()])
    await userEvent.click(screen.getByText('验算'))
    expect(
      await screen.findByText('验算一致，与账单逐分相同。共 1 段、3,723 秒，浏览器算得 2.35 元，其中已结算 2.35 元。'),
    ).toBeVisible()
  })

  it('shows the rows as of the same second as the verdict', async () => {
    const running = buildSegment({ ended_at: null, seconds: 98, amount: '0.06', settled: '0.00', charges: [] })
    const segments = [running]
    const table = await open(segments)
    segments[0] = { ...running, seconds: 106 }
    await userEvent.click(screen.getByText('验算'))
    expect(await screen.findByText(/^验算一致.*106 秒/)).toBeVisible()
    expect(within(table).getByText('106')).toBeVisible()
  })

  it('says where they do not', async () => {
    await open([buildSegment({ amount: '2.36' })])
    await userEvent.click(screen.getByText('验算'))
    expect(await screen.findByText(/3723 秒应为 2.35 元，账单为 2.36 元/)).toHaveTextContent('2026-11-21 14:00:00 起')
    expect(screen.getByText(/^验算不一致，有 2 处$/)).toBeVisible()
  })

  it('goes over all pages, oldest first', async () => {
    const newer = buildSegment({
      id: '2',
      seconds: 1,
      amount: '0.00',
      settled: '0.00',
      carried_in: String((2_280_000 * 3723) % 36_000_000),
      charges: [{ from_s: 0, to_s: 1, amount: '0.00', voucher: '0.00', at: '2026-11-21T08:00:00Z', transaction_id: null }],
    })
    await open([newer, buildSegment()])
    await userEvent.click(screen.getByText('验算'))
    expect(await screen.findByText(/验算一致.*共 2 段、3,724 秒/)).toBeVisible()
  })
})
