import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { wallet } from '#contract/wallet.ts'
import { type WithdrawalDetail, withdrawals } from '#contract/withdrawals.ts'
import '#src/features/withdrawals/WithdrawalCreate.tsx'
import '#src/features/withdrawals/WithdrawalShow.tsx'
import { buildRechargeWallet } from '#tests/web/features/wallet/recharge/recharges.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const at = '2026-11-21T06:05:00Z'
const aWithdrawal = (change: Partial<WithdrawalDetail> = {}): WithdrawalDetail => ({
  id: 'withdrawal-1',
  type: 1,
  amount: '20.00',
  paid: '0.00',
  returned: '0.00',
  status: 'pending',
  payee: null,
  reason: null,
  created_at: at,
  decided_at: null,
  ended_at: null,
  parts: [{ id: 'wp1', channel: 'alipay', amount: '20.00', status: 'held', paid_at: at, ended_at: null }],
  steps: [{ step: 'created', at }],
  ...change,
})

function answerPage({ holder = '林*' as string | null } = {}): void {
  mockCall(wallet.get, () => buildRechargeWallet())
  mockCall(withdrawals.quote, ({ query }) => ({
    type: query.type === '1' ? (1 as const) : (2 as const),
    withdrawable: '69.50',
    minimum: query.type === '1' ? '0.01' : '10.00',
    lines: [
      { key: 'recharged' as const, label: '累计充值', amount: '100.00', why: '已到账', sum: false },
      { key: 'consumed' as const, label: '已消费', amount: '-30.50', why: '按量扣费', sum: false },
      { key: 'balance' as const, label: '可用余额', amount: '69.50', why: '以上各项的合计', sum: true },
    ],
    routes: query.type === '1' ? [{ channel: 'alipay' as const, left: '100.00', paid_at: at }] : [],
    holder,
  }))
}
const open = async () => {
  await openApp('/console/cost/withdrawal/create')
  return screen.findByRole('textbox', { name: '提现金额' })
}
const send = () => userEvent.click(screen.getByRole('button', { name: '申请提现' }))

describe('requirements §5 Withdrawal amount', () => {
  it.each([
    ['', '请输入提现金额！'],
    ['0', '最小提现金额为0.01'],
    ['0.001', '最小提现金额为0.01'],
    ['1.234', '请输入最多保留两位小数的正数！'],
    ['-5', '请输入最多保留两位小数的正数！'],
  ])('%j is refused with %s', async (typed, words) => {
    answerPage()
    const field = await open()
    if (typed) await userEvent.type(field, typed)
    await send()
    expect(await screen.findByText(words)).toBeInTheDocument()
  })

  it.each([
    ['what its own rule says', '-5', '请输入最多保留两位小数的正数！'],
    ['what the server says', '60', '可提现金额不足'],
  ])('takes back %s as soon as another is typed', async (_, typed, words) => {
    answerPage()
    mockCall(withdrawals.create, () => {
      throw new RefusedError('invalid', { errors: { amount: ['可提现金额不足', '提现金额太大'] } })
    })
    const field = await open()
    await userEvent.type(field, typed)
    await send()
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.queryByText('提现金额太大')).toBeNull()
    await userEvent.type(field, '{Backspace}')
    expect(field).toHaveFocus()
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('is 10 at least for income, in the words of the spec', async () => {
    answerPage()
    const field = await open()
    await userEvent.click(screen.getByText('收益提现'))
    await userEvent.type(field, '9.99')
    await userEvent.type(screen.getByLabelText('支付宝账号'), '13800138000')
    await send()
    expect(await screen.findByText('最小提现金额为10')).toBeInTheDocument()
  })
})

describe('product §5 Reviewing a withdrawal', () => {
  it.each(['/console/cost/withdrawal', '/console/cost/withdrawal/withdrawal-1'])(
    'says at %s when it was decided',
    async (path) => {
      const decided = aWithdrawal({ status: 'paying', decided_at: '2026-11-21T08:30:09Z' })
      mockCall(withdrawals.list, () => ({ items: [decided], total: 1 }))
      mockCall(withdrawals.get, () => decided)
      await openApp(path)
      expect(await screen.findByText('审核时间')).toBeVisible()
      expect(screen.getByTitle('2026-11-21 16:30:09（北京时间）')).toBeVisible()
    },
  )
})

describe('product §5 Asking for a withdrawal', () => {
  it('says what can be withdrawn and why, what happens, and where it goes', async () => {
    answerPage()
    await open()
    expect(await screen.findByText('按量扣费')).toBeVisible()
    expect(screen.getByText('退回到')).toBeVisible()
    expect(screen.getByText(/金额立即冻结/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: '全部 ¥69.50' }))
    expect(screen.getByRole('textbox', { name: '提现金额' })).toHaveValue('69.50')
  })

  it('sends the amount once and leads to what has become of it', async () => {
    const sent: unknown[] = []
    answerPage()
    mockCall(withdrawals.create, ({ body }) => {
      sent.push(body)
      return aWithdrawal()
    })
    mockCall(withdrawals.get, () => aWithdrawal())
    mockCall(withdrawals.list, () => ({ items: [], total: 0 }))
    await userEvent.type(await open(), '20')
    await send()
    expect(await screen.findByText('提交申请，金额已冻结')).toBeVisible()
    expect(sent).toEqual([{ type: 1, amount: '20' }])
    expect(screen.getByText('支付宝原路退回')).toBeVisible()
  })

  it('shows at the amount that it is too much, before anybody is asked who he is', async () => {
    answerPage()
    let asked = 0
    mockCall(withdrawals.create, () => {
      asked += 1
      throw new RefusedError('withdrawal_too_much', { errors: { amount: ['最多可提现 69.50 元'] } })
    })
    const field = await open()
    await userEvent.type(field, '100')
    await send()
    expect(await screen.findByText('最多可提现 ¥69.50')).toBeInTheDocument()
    expect(asked).toBe(0)
    // somebody has spent meanwhile
    await userEvent.clear(field)
    await userEvent.type(field, '69.50')
    await send()
    expect(await screen.findByText('最多可提现 69.50 元', { selector: '.ant-form-item *' })).toBeInTheDocument()
  })

  it('leads whoever is not verified to the verification first', async () => {
    answerPage({ holder: null })
    await open()
    expect(await screen.findByRole('link', { name: '去认证' })).toHaveAttribute(
      'href',
      expect.stringContaining('/console/account/certification-details?return='),
    )
    expect(screen.getByRole('button', { name: '申请提现' })).toBeDisabled()
  })
})
