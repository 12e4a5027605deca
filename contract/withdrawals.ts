import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { ById, Id, Time, WithdrawalAmount, Yuan } from './scalars.ts'

/** requirements §5: type 1 is the balance, refunded to the original payment method; type 2 is income. */
export const withdrawalTypes = { 1: '余额退款', 2: '收益提现' } as const
export const WithdrawalType = z.union([z.literal(1), z.literal(2)])
export type WithdrawalType = z.infer<typeof WithdrawalType>

export const withdrawalStatuses = {
  pending: '待审核',
  paying: '打款中',
  done: '已完成',
  rejected: '已驳回',
  cancelled: '已取消',
} as const
export type WithdrawalStatus = keyof typeof withdrawalStatuses

export const payoutChannels = {
  alipay: '支付宝原路退回',
  wechat: '微信支付原路退回',
  bank: '银行转账退回',
  payee: '转入收款账户',
} as const
export type PayoutChannel = keyof typeof payoutChannels

export const payoutStatuses = {
  held: '待审核',
  waiting: '待打款',
  sent: '退款处理中',
  failed: '退款未成功',
  done: '已到账',
  returned: '已退回余额',
  released: '已解冻',
} as const
export type PayoutStatus = keyof typeof payoutStatuses

export const WithdrawalPart = z
  .object({
    id: Id,
    channel: z.enum(Object.keys(payoutChannels) as [PayoutChannel, ...PayoutChannel[]]),
    amount: Yuan,
    status: z.enum(Object.keys(payoutStatuses) as [PayoutStatus, ...PayoutStatus[]]),
    paid_at: Time.nullable().meta({ description: '原充值的到账时间' }),
    ended_at: Time.nullable(),
  })
  .meta({ id: 'WithdrawalPart' })

export const withdrawalSteps = {
  created: '提交申请，金额已冻结',
  checked: '初审通过，等待复核',
  approved: '审核通过，开始打款',
  rejected: '驳回，已解冻',
  cancelled: '取消，已解冻',
  done: '全部处理完毕',
} as const
export type WithdrawalStep = keyof typeof withdrawalSteps

export const Withdrawal = z
  .object({
    id: Id,
    type: WithdrawalType,
    amount: Yuan,
    paid: Yuan.meta({ description: '已打款' }),
    returned: Yuan.meta({ description: '已退回钱包' }),
    status: z.enum(Object.keys(withdrawalStatuses) as [WithdrawalStatus, ...WithdrawalStatus[]]),
    payee: z.string().nullable().meta({ description: '收款账户，脱敏；原路退回时为 null' }),
    reason: z.string().nullable().meta({ description: '驳回原因' }),
    created_at: Time,
    decided_at: Time.nullable().meta({ description: '审核通过或驳回的时间' }),
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.infer<typeof Withdrawal>

export const WithdrawalDetail = Withdrawal.extend({
  parts: z.array(WithdrawalPart),
  steps: z.array(z.object({ step: z.enum(Object.keys(withdrawalSteps) as [WithdrawalStep, ...WithdrawalStep[]]), at: Time })),
}).meta({ id: 'WithdrawalDetail' })
export type WithdrawalDetail = z.infer<typeof WithdrawalDetail>

const withdrawableLineKeys = [
  'recharged',
  'consumed',
  'withdrawn',
  'frozen',
  'others',
  'balance',
  'accrued',
  'invoiced',
  'short',
  'stuck',
  'income',
] as const
export type WithdrawableLineKey = (typeof withdrawableLineKeys)[number]

/** One line in the calculation of the withdrawable amount; those that are no sum add up to it. */
const WithdrawableLine = z
  .object({
    key: z.enum(withdrawableLineKeys),
    label: z.string(),
    amount: Yuan,
    why: z.string(),
    sum: z.boolean().meta({ description: '以上各项的合计，不是单独的一项' }),
  })
  .meta({ id: 'WithdrawableLine' })

const payeeAccountMessages = { alipay: '请输入支付宝账号（手机号或邮箱）', bank: '请输入 16-19 位银行卡号' } as const
const payeeAccountPatterns = { alipay: /^(1[3-9]\d{9}|[^\s@]{1,40}@[^\s@]{1,40}\.[^\s@]{2,10})$/, bank: /^\d{16,19}$/ } as const

/** The payout account must belong to the verified person; the user only chooses which account. */
const PayeeForm = z
  .object({
    type: z.literal(2),
    amount: WithdrawalAmount(2),
    payee_kind: z.enum(['alipay', 'bank'], { error: '请选择收款方式' }),
    payee_account: z.string({ error: '请输入收款账号' }).trim().min(1, '请输入收款账号').max(100, '收款账号过长'),
    payee_bank: z.string().trim().max(60, '开户银行最多 60 个字').optional(),
  })
  .superRefine(({ payee_kind: payeeKind, payee_account: payeeAccount, payee_bank: payeeBank }, ctx) => {
    if (payeeAccount && !payeeAccountPatterns[payeeKind].test(payeeAccount.replaceAll(' ', ''))) {
      ctx.addIssue({ code: 'custom', path: ['payee_account'], message: payeeAccountMessages[payeeKind] })
    }
    if (payeeKind === 'bank' && !payeeBank) {
      ctx.addIssue({ code: 'custom', path: ['payee_bank'], message: '请输入开户银行' })
    }
  })

export const withdrawals = {
  quote: endpoint({
    method: 'GET',
    path: '/api/v1/withdrawal/quote',
    access: 'main',
    summary: '可提现金额，逐项列出',
    description: 'Returns how much can be withdrawn of the balance or of income, line by line, in yuan.',
    source: 'decided: product §5, docs/decisions/033',
    query: z.object({ type: z.enum(['1', '2']).default('1') }),
    data: z.object({
      type: WithdrawalType,
      withdrawable: Yuan,
      minimum: Yuan,
      lines: z.array(WithdrawableLine),
      routes: z
        .array(z.object({ channel: WithdrawalPart.shape.channel, left: Yuan, paid_at: Time }))
        .meta({ description: '可以退回的充值，先充的先退' }),
      holder: z.string().nullable().meta({ description: '实名姓名，脱敏；未实名时为 null，不能提现' }),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/withdrawal/list',
    access: 'main',
    summary: '提现记录',
    description: "Lists the caller's withdrawals, newest first.",
    source: 'decided: as quote',
    query: listQuery(['created_at'], { status: Withdrawal.shape.status.optional(), type: z.enum(['1', '2']).optional() }),
    data: z.array(Withdrawal),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/withdrawal/:id',
    access: 'main',
    owned: 'withdrawal',
    summary: '一笔提现：去向与经过',
    description: 'Returns one withdrawal with its payouts and steps.',
    source: 'decided: as quote',
    params: ById,
    data: WithdrawalDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/withdrawal',
    access: 'main',
    idempotent: true,
    stepUp: true,
    summary: '申请提现，金额随即冻结；需要实名',
    description: 'Requests a withdrawal and freezes its amount; requires a verified real name.',
    message: '已提交，金额已冻结，等待审核',
    invalidates: ['wallet'],
    source: 'requirements §5',
    body: z.discriminatedUnion('type', [z.object({ type: z.literal(1), amount: WithdrawalAmount(1) }), PayeeForm], {
      error: '请选择提现类型',
    }),
    data: WithdrawalDetail,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/withdrawal/:id/cancel',
    access: 'main',
    idempotent: true,
    owned: 'withdrawal',
    summary: '取消待审核的提现，金额解冻',
    description: 'Cancels a pending withdrawal and unfreezes its amount.',
    message: '已取消，金额已解冻',
    source: 'decided: as quote',
    params: ById,
    data: WithdrawalDetail,
  }),
}
