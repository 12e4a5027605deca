import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type ActivityQuote, activities } from '#contract/activities.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/instances/activity/ActivityOfferPage.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import { buildOrder } from '#tests/web/features/instances/create/shop.ts'
import { buildInstanceDetail, serveInstanceDetail } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildActivityQuote } from './fixtures.ts'

interface Sold {
  quote: string
  key: string | null
}

const open = async (
  quote: () => ActivityQuote = buildActivityQuote,
  query = 'gpu_type=RTX%204090&instance_name=gpu-1&activity_id=activity-1',
) => {
  const sold: Sold[] = []
  const quoted: string[] = []
  serveInstanceDetail(() => buildInstanceDetail())
  mockCall(wallet.get, () => buildWallet())
  mockCall(activities.user_label, () => ({ status: true, activity_id: 'activity-1', why_not: null }))
  mockCall(activities.quote, ({ body }) => {
    quoted.push(body.activity_id)
    return quote()
  })
  mockCall(activities.buy, ({ body, request }) => {
    sold.push({ quote: body.quote, key: request.headers.get('idempotency-key') })
    return buildOrder({ kind: 'activity' })
  })
  await openApp(`/already-instance?${query}`)
  return { sold, quoted }
}
const offer = () => screen.findByRole('complementary', { name: '活动报价' })

describe('product §4 /already-instance', () => {
  it('shows the instance, the offer, and price, expiry and data before and after', async () => {
    await open()
    const shown = await offer()
    expect(shown).toHaveTextContent('首周 8 折')
    expect(shown).toHaveTextContent('活动价 ¥269.656/卡/周 × 2 卡 × 1 周')
    expect(within(shown).getByText('¥674.14').closest('s')).toBeInTheDocument()
    expect(shown).toHaveTextContent('已用的按量费用此刻结算到秒。')
    expect(screen.getByRole('link', { name: '微调' })).toHaveAttribute('href', '/console/container-instance/detail/gpu-1')
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows.slice(1)).toEqual([
      '计费方式按量计费包周',
      '每小时¥4.56/小时¥3.21/小时（折合）',
      expect.stringMatching(/^到期不到期，关机即停.*14:00$/),
      '数据系统盘和数据盘不变',
    ])
  })

  it('has one action, which buys the quote on the screen once and leads to the instance', async () => {
    const { sold } = await open()
    await userEvent.click(within(await offer()).getByRole('button', { name: '支付并购买 1 周' }))
    expect(await screen.findByRole('heading', { level: 1, name: /微调/ })).toBeVisible()
    expect(sold).toEqual([{ quote: 'quote-1', key: expect.any(String) }])
  })

  it('asks which activity it is where the address does not say so', async () => {
    const { quoted } = await open(buildActivityQuote, 'gpu_type=RTX%204090&instance_name=gpu-1')
    await offer()
    expect(quoted).toEqual(['activity-1'])
  })

  it('says why a purchase was refused, and shows the new price', async () => {
    let amount = '539.32'
    await open(() => buildActivityQuote({ amount }))
    mockCall(activities.buy, () => {
      amount = '600.00'
      throw new RefusedError('quote_changed')
    })
    await userEvent.click(within(await offer()).getByRole('button', { name: '支付并购买 1 周' }))
    expect(await screen.findByText(/价格或库存已变化，请重新确认/)).toBeVisible()
    expect(await within(await offer()).findByText('¥600.00')).toBeVisible()
  })

  it.each([
    ['real name', { real_name_passed: false }, '去实名认证', true],
    ['money', { enough: false, required: '2000.00' }, '去充值', true],
    ['free cards', { in_stock: false }, '主机上暂无空闲的 GPU', false],
  ] as const)('leads to what is missing instead: %s', async (_, change, name, enabled) => {
    await open(() => buildActivityQuote(change))
    const button = within(await offer()).getByRole('button', { name })
    expect(button.hasAttribute('disabled')).toBe(!enabled)
  })

  it.each(['activity_over', 'activity_used_up', 'action_not_allowed'] as const)(
    'says that there is nothing to be bought and why: %s',
    async (code) => {
      await open(() => {
        throw new RefusedError(code)
      })
      expect(await screen.findByText('这台实例现在不能参与活动')).toBeVisible()
    },
  )

  it('says so without an instance in the address', async () => {
    await open(buildActivityQuote, '')
    expect(await screen.findByText('没有选择实例，请从首页的活动进入。')).toBeVisible()
  })
})
