import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/wallet/recharge/PayQrCode.tsx'
import '#src/features/wallet/recharge/RechargePage.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'
import { buildRecharge, serveRechargePage } from './recharges.ts'

const amountField = () => screen.findByRole('textbox', { name: '充值金额' })
const pay = () => userEvent.click(screen.getByRole('button', { name: '去支付' }))
const fill = async (text: string) => {
  const field = await amountField()
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}

describe('product §5 Recharge: the amount', () => {
  it.each([
    ['', '请输入金额'],
    ['0', '请输入最多保留两位小数的正数！'],
    ['-5', '请输入最多保留两位小数的正数！'],
    ['1.234', '请输入最多保留两位小数的正数！'],
    ['一百', '请输入最多保留两位小数的正数！'],
  ])('refuses %j with the exact words', async (typed, words) => {
    serveRechargePage()
    await openApp('/recharge')
    await fill(typed)
    await pay()
    expect(await screen.findByText(words)).toBeInTheDocument()
  })

  it('opens with the amount the address asks for, and with 100 when that is no amount', async () => {
    serveRechargePage()
    const { unmount } = await openApp('/recharge?amount=269.04')
    expect(await amountField()).toHaveValue('269.04')
    unmount()
    await openApp('/recharge?amount=-1')
    expect(await amountField()).toHaveValue('100')
  })

  it('takes a quick amount, and reads full-width digits and separators as meant', async () => {
    const sent: unknown[] = []
    serveRechargePage()
    mockCall(wallet.recharge, ({ body }) => {
      sent.push(body)
      return buildRecharge()
    })
    mockCall(wallet.get_recharge, () => buildRecharge())
    await openApp('/recharge')
    await userEvent.click(await screen.findByRole('button', { name: /¥500/ }))
    expect(await amountField()).toHaveValue('500')
    await fill('１,２３４。５')
    expect(await amountField()).toHaveValue('1234.5')
    await userEvent.click(screen.getByRole('radio', { name: /微信支付/ }))
    await pay()
    await screen.findByText('请用支付宝扫码付款')
    expect(sent).toEqual([{ amount: '1234.5', channel: 'wechat' }])
  })

  it('shows at the field what the server says about the amount, and keeps what was typed', async () => {
    serveRechargePage()
    mockCall(wallet.recharge, () => {
      throw new RefusedError('invalid', { errors: { amount: ['单笔充值最多 100,000.00 元'] } })
    })
    await openApp('/recharge')
    await fill('200000')
    await pay()
    expect(await screen.findByText('单笔充值最多 100,000.00 元')).toBeInTheDocument()
    expect(await amountField()).toHaveValue('200000')
  })
})

describe('product §11 Recharge: one key stands for one intent', () => {
  it('repeats the key when the answer got lost, and takes another for another amount', async () => {
    const keys: (string | null)[] = []
    let answers = 0
    serveRechargePage()
    mockCall(wallet.get_recharge, () => buildRecharge())
    mswServer.use(
      http.post(`*${wallet.recharge.path}`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        answers += 1
        if (answers < 3) return HttpResponse.error()
        return HttpResponse.json({ code: '0', success: true, message: '', data: buildRecharge() })
      }),
    )
    await openApp('/recharge?amount=50')
    await amountField()
    await pay()
    await screen.findByText('网络连接失败，请检查网络后重试')
    await pay()
    await waitFor(() => expect(keys).toHaveLength(2))
    await screen.findByRole('button', { name: '去支付' })
    await fill('60')
    await pay()
    await screen.findByText('请用支付宝扫码付款')
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('§6 Recharge: master accounts only', () => {
  it('explains to a sub-account why it cannot recharge, and asks the server for nothing', async () => {
    await openApp('/recharge', { user: buildUser({ account_type: 'sub' }) })
    expect(await screen.findByRole('heading', { name: resultCodes.forbidden.message })).toBeVisible()
    expect(screen.getByText(/只对主账号开放/)).toBeVisible()
    expect(screen.queryByRole('link', { name: '充值' })).toBeNull()
  })
})
