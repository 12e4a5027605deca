import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Time, Yuan } from '../scalars.ts'
import { Withdrawal, WithdrawalPart, withdrawalStatuses } from '../withdrawals.ts'
import { OperatorReason } from './reason.ts'

export const withdrawalReviewStates = { ...withdrawalStatuses, pending: '待审核', checking: '待复核' } as const
export type WithdrawalReviewState = keyof typeof withdrawalReviewStates

const UserRef = z.object({ id: Id, nickname: z.string() })

export const OperatorWithdrawal = Withdrawal.omit({ status: true })
  .extend({
    status: z.enum(Object.keys(withdrawalReviewStates) as [WithdrawalReviewState, ...WithdrawalReviewState[]]),
    owner: UserRef,
    real_name: z.string().nullable().meta({ description: '实名，脱敏' }),
    two_people: z.boolean().meta({ description: '超过 1,000 元，须两人先后批准' }),
    first_by: UserRef.nullable(),
    first_at: Time.nullable(),
    decided_by: UserRef.nullable(),
    own: z.boolean().meta({ description: '当前操作人不能再审批：是本人的，或由其初审' }),
    open_parts: z.number().int().meta({ description: '等待人工打款或处理的笔数' }),
  })
  .meta({ id: 'OperatorWithdrawal' })
export type OperatorWithdrawal = z.infer<typeof OperatorWithdrawal>

export const OperatorWithdrawalPart = WithdrawalPart.extend({
  reference: z.string().nullable().meta({ description: '渠道退款号或银行流水号' }),
  failure: z.string().nullable().meta({ description: '渠道最近一次给出的原因' }),
  tries: z.number().int(),
  next_try_at: Time.nullable(),
  /** Payer of the original bank transfer; the refund goes back to him. */
  payer_name: z.string().nullable(),
  trade_no: z.string().nullable(),
}).meta({ id: 'OperatorWithdrawalPart' })
export type OperatorWithdrawalPart = z.infer<typeof OperatorWithdrawalPart>

export const OperatorWithdrawalDetail = OperatorWithdrawal.extend({
  parts: z.array(OperatorWithdrawalPart),
  wallet: z.object({ cash: Yuan, frozen: Yuan, income: Yuan, income_frozen: Yuan }),
}).meta({ id: 'OperatorWithdrawalDetail' })
export type OperatorWithdrawalDetail = z.infer<typeof OperatorWithdrawalDetail>

const PartId = Id

export const operatorWithdrawals = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/withdrawal/list',
    access: 'operator_finance',
    summary: '提现队列',
    description: 'Lists the withdrawals of all users, for review and payout.',
    source: 'decided: product §10, docs/decisions/033',
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      status: OperatorWithdrawal.shape.status.optional(),
      type: z.enum(['1', '2']).optional(),
      todo: z.enum(['true']).optional().meta({ description: '只看等我处理的：审核、复核、人工打款' }),
    }),
    data: z.array(OperatorWithdrawal),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/withdrawal/:id',
    access: 'operator_finance',
    summary: '一笔提现与它的去向',
    description: "Returns one withdrawal with its payouts and the user's wallets.",
    source: 'decided: as list',
    params: ById,
    data: OperatorWithdrawalDetail,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/operator/withdrawal/:id/approve',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '批准；超过 1,000 元由第二人再批准一次才打款',
    description: 'Approves a withdrawal and starts its payout; above 1,000 yuan a second person must approve it, too.',
    message: '已批准',
    source: 'decided: as list',
    params: ById,
    data: OperatorWithdrawalDetail,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/v1/operator/withdrawal/:id/reject',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '驳回，金额解冻，用户看到原因',
    description: 'Rejects a withdrawal and unfreezes its amount; the user sees the reason.',
    message: '已驳回，金额已解冻',
    source: 'decided: as list',
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorWithdrawalDetail,
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/api/v1/operator/withdrawal/:id/reveal',
    access: 'operator_finance',
    stepUp: true,
    summary: '查看完整收款账户，记入审计',
    description: 'Returns the payee account of a withdrawal in full, and records the access in the audit log.',
    source: 'decided: as list',
    params: ById,
    data: z.object({ holder: z.string(), account: z.string(), bank: z.string().nullable() }),
  }),
  paid: endpoint({
    method: 'POST',
    path: '/api/v1/operator/withdrawal/:id/paid',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '登记人工打款：转入收款账户、退回对公转账，或渠道拒绝的退款',
    description: 'Records a payout made by hand, with its bank reference.',
    message: '已登记打款',
    source: 'decided: as list',
    params: ById,
    body: z.object({
      part_id: PartId,
      reference: z.string({ error: '请输入打款流水号' }).trim().min(1, '请输入打款流水号').max(64, '打款流水号最多 64 位'),
    }),
    data: OperatorWithdrawalDetail,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/v1/operator/withdrawal/:id/retry',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '让渠道再退一次，退款号不变',
    description: 'Asks the payment channel to refund a payout again, under the same refund number.',
    message: '已重新提交给支付渠道',
    source: 'decided: as list',
    params: ById,
    body: z.object({ part_id: PartId }),
    data: OperatorWithdrawalDetail,
  }),
  give_back: endpoint({
    method: 'POST',
    path: '/api/v1/operator/withdrawal/:id/give_back',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '打不出去的一笔退回用户的钱包',
    description: "Returns a payout that cannot be made to the user's wallet.",
    message: '已退回用户钱包',
    source: 'decided: as list',
    params: ById,
    body: z.object({ part_id: PartId, reason: OperatorReason }),
    data: OperatorWithdrawalDetail,
  }),
}
