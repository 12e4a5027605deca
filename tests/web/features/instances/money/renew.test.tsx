import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { expiry } from '#contract/expiry.ts'
import { instanceMoney, type RenewQuote } from '#contract/instance-money.ts'
import '#src/features/instances/renew/InstanceRenew.tsx'
import '#src/admin/actions/BulkBar.tsx'
import resource from '#src/features/instances/instances.resource.tsx'
import { buildOrder } from '#tests/web/features/instances/create/shop.ts'
import { buildInstance, buildInstanceDetail, serveInstanceDetail } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildRenewQuote, buildRenewQuoteRow, serveCashBalance } from './quotes.ts'

const packaged = { charge_rule: 'week', expire_at: '2026-12-01T06:00:00Z' } as const

async function open(id = 'gpu-1', quote: (body: { quantity: number }) => RenewQuote = () => buildRenewQuote(), change = {}) {
  const [asked, sent]: [object[], object[]] = [[], []]
  serveInstanceDetail(() => buildInstanceDetail({ ...packaged, ...change }))
  serveCashBalance()
  mockCall(instanceMoney.renew_quote, ({ body }) => {
    asked.push(body)
    return quote(body)
  })
  mockCall(instanceMoney.renew, ({ body }) => {
    sent.push(body)
    return [{ id: 'gpu-1', ok: true, code: '0', message: '', order: buildOrder({ kind: 'renew', title: '微调 续费 1 周' }) }]
  })
  await openApp(`/console/container-instance/renew?id=${id}`)
  return { asked, sent }
}
const summary = () => screen.findByRole('complementary', { name: '报价' })

describe('product §5 /console/container-instance/renew', () => {
  it('shows instance, reasoning, balance afterwards and data, and then the order', async () => {
    const { sent } = await open()
    const shown = await summary()
    await within(shown).findByText('RTX 4090 × 1')
    for (const text of ['¥383.04/卡/周 × 1 卡 × 1 周', '¥383.04', '支付后余额', '¥116.96', '系统盘和数据盘都不变。'])
      expect(shown).toHaveTextContent(text)
    expect(screen.getByText(/新的到期时间 2026-12-08 14:00/)).toBeVisible()
    await userEvent.click(within(shown).getByRole('button', { name: '支付并续费 1 周' }))
    expect(await screen.findByText('已续费 1 台')).toBeVisible()
    expect(screen.getByRole('link', { name: '微调 续费 1 周' })).toHaveAttribute('href', expect.stringContaining('/my-order/'))
    expect(await screen.findByRole('status')).toHaveTextContent('新的到期时间2026-12-08 14:00')
    expect(screen.getByRole('button', { name: '返回实例' })).toBeVisible()
    expect(sent).toEqual([{ quote: 'quote-1', expiry: { policy: 'stop', renew_quantity: 1 } }])
  })

  it('asks for the price of what is chosen', async () => {
    const { asked } = await open()
    await summary()
    await userEvent.click(screen.getByRole('radio', { name: /包日/ }))
    await userEvent.click(screen.getByRole('radio', { name: '7 天' }))
    await screen.findByRole('button', { name: '支付并续费 7 天' })
    expect(asked.at(-1)).toEqual({ ids: ['gpu-1'], charge_rule: 'day', quantity: 7 })
  })

  it('says what each policy does, and saves it alone without buying', async () => {
    const saved: object[] = []
    const { sent } = await open()
    mockCall(expiry.update, ({ body }) => {
      saved.push(body)
      return { ...body, expire_at: null, next_try: null, failure: null }
    })
    expect(await screen.findByRole('button', { name: '只保存到期策略' })).toBeDisabled()
    await userEvent.click(screen.getByRole('radio', { name: /自动续费到期前 24 小时起/ }))
    await userEvent.click(screen.getByRole('button', { name: '只保存到期策略' }))
    await expect.poll(() => saved).toEqual([{ policy: 'renew', renew_quantity: 1 }])
    expect(sent).toEqual([])
  })

  it('leads to the way out where its cards are gone, and has nothing to pay', async () => {
    const line = buildRenewQuoteRow({
      ok: false,
      code: resultCodes.no_free_gpu.code,
      message: '主机上现在没有空闲的 GPU',
      lines: [],
      amount: '0.00',
    })
    await open('gpu-1', () => buildRenewQuote({ rows: [line], count: 0, amount: '0.00', required: '0.00' }))
    expect(await screen.findByText('主机上现在没有空闲的 GPU')).toBeVisible()
    expect(screen.getByRole('link', { name: '转换计费' })).toHaveAttribute(
      'href',
      '/console/container-instance/convert-bill?id=gpu-1',
    )
    expect(screen.getByRole('button', { name: '没有可以续费的实例' })).toBeDisabled()
  })

  it('sends pay-as-you-go to 转换计费', async () => {
    const { asked } = await open('gpu-1', undefined, { charge_rule: 'hour', expire_at: null })
    expect(await screen.findByText('按量计费的实例没有到期时间，不需要续费')).toBeVisible()
    expect([asked, screen.queryByRole('complementary', { name: '报价' })]).toEqual([[], null])
  })

  it('renews many: a line each, why not for the others, and what failed afterwards', async () => {
    const rows = [
      buildRenewQuoteRow(),
      buildRenewQuoteRow({ id: 'gpu-2', nick_name: '推理' }),
      buildRenewQuoteRow({ id: 'gpu-3', nick_name: '按量', ok: false, message: '按量计费的实例没有到期时间' }),
    ]
    const { sent } = await open('gpu-1,gpu-2,gpu-3', () => buildRenewQuote({ rows, count: 2, amount: '766.08' }))
    mockCall(instanceMoney.renew, ({ body }) => {
      sent.push(body)
      return [
        { id: 'gpu-1', ok: true, code: '0', message: '', order: buildOrder({ kind: 'renew', title: '微调 续费 1 周' }) },
        { id: 'gpu-2', ok: false, code: '00300001', message: '余额不足，请先充值', order: null },
      ]
    })
    expect(await screen.findByText('按量计费的实例没有到期时间')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: '支付并续费 2 台' }))
    expect(await screen.findByText('已续费 1 台，1 台没有成功')).toBeVisible()
    expect(screen.getByText('余额不足，请先充值。没有扣款')).toBeVisible()
    expect(sent).toEqual([{ quote: 'quote-1' }])
  })

  it('says so without an instance in the address', async () => {
    await open('')
    expect(await screen.findByText('没有选择实例')).toBeVisible()
  })
})

describe('product §4 续费 in bulk', () => {
  it('goes from the selected packages to one page', () => {
    const action = resource.bulk?.find(({ name }) => name === 'renew')
    if (!action || !('href' in action)) throw new Error('no way to renew many')
    const rows = [buildInstance({ ...packaged }), buildInstance({ id: 'gpu-2', ...packaged })]
    expect(action.href(rows)).toBe('/console/container-instance/renew?id=gpu-1%2Cgpu-2')
    expect([buildInstance(), ...rows].map((row) => action.allowed?.({ ...row }))).toEqual([false, true, true])
  })
})
