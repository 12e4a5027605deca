import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type ChangeQuote, instanceMoney, type ResizeOptions } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import '#src/features/instances/convert/InstanceConvertBill.tsx'
import '#src/features/instances/lift/InstanceLift.tsx'
import { buildOrder } from '#tests/web/features/instances/create/shop.ts'
import { buildInstanceDetail, buildSegment, serveInstanceDetail } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildChangeQuote, buildRenewQuote, buildResizeOptions, serveCashBalance } from './quotes.ts'

const packaged = { charge_rule: 'week', expire_at: '2026-12-01T06:00:00Z' } as const
const summary = () => screen.findByRole('complementary', { name: '报价' })

async function convert(change: object = packaged, quote: () => ChangeQuote = buildChangeQuote) {
  const [asked, sent]: [object[], object[]] = [[], []]
  serveInstanceDetail(() => buildInstanceDetail(change))
  serveCashBalance()
  mockCall(instanceMoney.convert_quote, ({ body }) => {
    asked.push(body)
    return quote()
  })
  mockCall(instanceMoney.renew_quote, () => buildRenewQuote())
  mockCall(instanceMoney.convert, ({ body }) => {
    sent.push(body)
    return { order: buildOrder({ kind: 'convert', title: '微调 转为按量计费' }), back: '269.04' }
  })
  await openApp('/console/container-instance/convert-bill?id=gpu-1')
  return { asked, sent }
}

describe('product §5 /console/container-instance/convert-bill', () => {
  it('says how the refund comes about, what changes, and what came of it', async () => {
    const { asked, sent } = await convert()
    const shown = await summary()
    expect(await within(shown).findByText('付过的现金 ¥383.04 − 已用 2 天 2 小时 × ¥2.28/小时')).toBeVisible()
    expect(shown).toHaveTextContent('退回余额+¥269.04')
    expect(shown).toHaveTextContent('时间算到下单的那一秒')
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('计费方式包周按量计费')
    await userEvent.click(within(shown).getByRole('button', { name: '转为按量计费' }))
    expect(await screen.findByText('已转为按量计费')).toBeVisible()
    expect(screen.getByRole('link', { name: '微调 转为按量计费' })).toBeVisible()
    expect([asked[0], sent]).toEqual([{ charge_rule: 'hour', quantity: 1 }, [{ quote: 'quote-1' }]])
  })

  it('does not tell of use that begins now where the instance is shut down', async () => {
    await convert({ ...packaged, status: 7 })
    await userEvent.click(await screen.findByRole('button', { name: '转为按量计费' }))
    await screen.findByText('已转为按量计费')
    expect(screen.getByRole('status')).toHaveTextContent('已关机，不计费；开机后按量计费')
  })

  it('lets pay-as-you-go choose days or weeks, and pays for them', async () => {
    const { asked } = await convert({}, () => buildChangeQuote({ pay: '383.04', back: '0.00', lines: [] }))
    expect(await screen.findByRole('button', { name: '支付并转为包周' })).toBeEnabled()
    await userEvent.click(screen.getByRole('radio', { name: /包日/ }))
    expect(await screen.findByRole('button', { name: '支付并转为包日' })).toBeVisible()
    expect(asked).toContainEqual({ charge_rule: 'day', quantity: 1 })
  })

  it('says from how many hours a day on a package costs less, and how long the instance is used', async () => {
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    serveInstanceDetail(() => buildInstanceDetail({ price_hour: '2.28', created_at: at(40) }))
    serveCashBalance()
    mockCall(instances.segments, () => ({
      items: [
        buildSegment({ started_at: at(10), ended_at: at(5) }),
        buildSegment({ id: 's2', started_at: at(35), ended_at: at(25) }),
      ],
      total: 2,
    }))
    mockCall(instanceMoney.convert_quote, ({ body }) =>
      buildChangeQuote({ back: '0.00', lines: [], pay: body.charge_rule === 'day' ? '45.60' : '239.40' }),
    )
    await openApp('/console/container-instance/convert-bill?id=gpu-1')
    expect(await screen.findByText('每天用满 20 小时以上，包日更省。')).toBeVisible()
    expect(screen.getByText('每天用满 15 小时以上，包周更省。')).toBeVisible()
    expect(await screen.findByText('这台实例最近平均每天用 8 小时。')).toBeVisible()
    const figure = screen.getByRole('figure', { name: '每天用多久，每天多少钱' })
    await userEvent.click(within(figure).getByRole('button', { name: '看表格' }))
    const cells = within(figure)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(cells).toContain('20 小时¥45.60¥45.60¥34.20')
  })

  it('says until when the package lasts that was bought', async () => {
    await convert({}, () =>
      buildChangeQuote({
        pay: '383.04',
        back: '0.00',
        lines: [],
        after: { ...buildChangeQuote().after, charge_rule: 'week', expire_at: '2026-12-08T06:00:00Z' },
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: '支付并转为包周' }))
    expect(await screen.findByRole('status')).toHaveTextContent('新的到期时间2026-12-08 14:00')
  })

  it('waits for what is between two states', async () => {
    const { asked } = await convert({ ...packaged, status: 6 })
    expect(await screen.findByText(/运行中或已关机时才能转换计费/)).toBeVisible()
    expect([asked, screen.queryByRole('complementary', { name: '报价' })]).toEqual([[], null])
  })

  it('shows a refusal, and that nothing was charged', async () => {
    await convert()
    mockCall(instanceMoney.convert, () => {
      throw new RefusedError('quote_changed')
    })
    await userEvent.click(await screen.findByRole('button', { name: '转为按量计费' }))
    expect(await screen.findByText(/价格或库存已变化，请重新确认。没有成交的不扣款/)).toBeVisible()
  })
})

async function lift(
  options: ResizeOptions = buildResizeOptions(),
  quote: () => ChangeQuote = () => buildChangeQuote({ pay: '280.44', back: '0.00' }),
) {
  const [asked, sent]: [object[], object[]] = [[], []]
  serveInstanceDetail(() => buildInstanceDetail({ ...packaged, status: 7 }))
  serveCashBalance()
  mockCall(instanceMoney.lift_options, () => options)
  mockCall(instanceMoney.lift_quote, ({ body }) => {
    asked.push(body)
    return quote()
  })
  mockCall(instanceMoney.lift, ({ body }) => {
    sent.push(body)
    return { order: buildOrder({ kind: 'lift', title: '微调 升降配置' }), back: '0.00' }
  })
  await openApp('/console/container-instance/lift?id=gpu-1')
  return { asked, sent }
}

describe('product §5 /console/container-instance/lift', () => {
  it('prices the configuration that is chosen, and nothing before', async () => {
    const { asked, sent } = await lift()
    expect(await screen.findByText('选择新的配置后，这里显示要补或要退的差价。')).toBeVisible()
    expect(asked).toEqual([])
    await userEvent.click(screen.getByRole('radio', { name: '4 张卡' }))
    await userEvent.click(await screen.findByRole('button', { name: '支付差价并更改' }))
    expect(await screen.findByText('配置已更改，下次开机生效')).toBeVisible()
    expect(asked[0]).toEqual({ product_id: 'product-1', gpu_num: 4, data_disk: 200 })
    expect(sent).toEqual([{ quote: 'quote-1' }])
  })

  it('offers no card that the host does not have, and the way to a host with more', async () => {
    await lift(buildResizeOptions({ migrate: { host_id: 'host-9', gpu_free: 8 } }))
    expect(await screen.findByRole('radio', { name: /A100 80GB/ })).toBeDisabled()
    expect(screen.getByText(/host-9（空闲 8 张）/)).toBeVisible()
    expect(screen.queryByRole('radio', { name: '5 张卡' })).toBeNull()
  })

  it('says at the field what is wrong', async () => {
    await lift(buildResizeOptions(), () => {
      throw new RefusedError('invalid', { errors: { gpu_num: ['实例所在的主机只有 2 张 RTX 4090'] } })
    })
    await userEvent.click(await screen.findByRole('radio', { name: '4 张卡' }))
    expect(await screen.findByText('实例所在的主机只有 2 张 RTX 4090')).toBeVisible()
    expect(await screen.findByText('改正标红的内容后，这里显示价格。')).toBeVisible()
  })

  it('says why not now, and the next step', async () => {
    await lift(buildResizeOptions({ why_not: '套餐已到期，续费后才能升降配置' }))
    expect(await screen.findByText('套餐已到期，续费后才能升降配置')).toBeVisible()
    expect(screen.getByRole('link', { name: '续费' })).toHaveAttribute('href', '/console/container-instance/renew?id=gpu-1')
  })
})
