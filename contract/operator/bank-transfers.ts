import { z } from 'zod'
import { BankTransfer } from '../bank-transfers.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Time } from '../scalars.ts'
import { OperatorReason, operatorLimitText } from './reason.ts'

export const bankTransferReviewStates = {
  pending: '待核对',
  confirmed: '待复核',
  credited: '已到账',
  rejected: '已驳回',
} as const
export type BankTransferReviewState = keyof typeof bankTransferReviewStates

const UserRef = z.object({ id: Id, nickname: z.string() })

export const OperatorBankTransfer = BankTransfer.omit({ status: true })
  .extend({
    status: z.enum(Object.keys(bankTransferReviewStates) as [BankTransferReviewState, ...BankTransferReviewState[]]),
    owner: UserRef,
    real_name: z.string().nullable().meta({ description: '实名，脱敏' }),
    remark_code: z.string(),
    bank_reference: z.string().nullable(),
    two_people: z.boolean().meta({ description: '须两人先后确认' }),
    confirmed_by: UserRef.nullable(),
    confirmed_at: Time.nullable(),
    decided_by: UserRef.nullable(),
    own: z.boolean().meta({ description: '当前操作人不能再处理：是本人的，或由其初核' }),
  })
  .meta({ id: 'OperatorBankTransfer' })
export type OperatorBankTransfer = z.infer<typeof OperatorBankTransfer>

const BankReference = z
  .string({ error: '请输入银行流水号' })
  .trim()
  .min(1, '请输入银行流水号')
  .max(64, '银行流水号最多 64 位')
  .regex(/^[A-Za-z0-9-]*$/, '银行流水号只含字母、数字和 -')

export const operatorBankTransfers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/bank_transfer/list',
    access: 'operator_finance',
    summary: '对公转账审核队列',
    description: 'Lists the bank transfers that users reported, for review.',
    source: 'decided: product §10, docs/decisions/033',
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      status: OperatorBankTransfer.shape.status.optional(),
      todo: z.enum(['true']).optional().meta({ description: '只看等我核对或复核的' }),
    }),
    data: z.array(OperatorBankTransfer),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/bank_transfer/:id',
    access: 'operator_finance',
    summary: '一笔对公转账',
    description: 'Returns one bank transfer that a user reported, with who confirmed it.',
    source: 'decided: as list',
    params: ById,
    data: OperatorBankTransfer,
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/v1/operator/bank_transfer/:id/proof',
    access: 'operator_finance',
    summary: '用户提交的转账凭证',
    description: 'Downloads the receipt a user submitted as WebP.',
    source: 'decided: as list',
    params: ById,
    download: 'image/webp',
    data: z.unknown(),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v1/operator/bank_transfer/:id/confirm',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: `确认到账；超过${operatorLimitText}的由第二人再确认一次才入账`,
    description: 'Confirms that a transfer arrived and credits it; larger amounts wait for a second person.',
    message: `已确认：${operatorLimitText}以内立即入账，更多的等待第二人复核`,
    source: 'decided: as list',
    params: ById,
    body: z.object({ bank_reference: BankReference }),
    data: OperatorBankTransfer,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/v1/operator/bank_transfer/:id/reject',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '驳回，用户看到原因',
    description: 'Rejects a reported bank transfer; the user sees the reason.',
    message: '已驳回',
    source: 'decided: as list',
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorBankTransfer,
  }),
}
