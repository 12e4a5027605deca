import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { AmountInput, ById, Id, Name, Time, Yuan } from './scalars.ts'

/** Status shown to the owner. A `confirmed` transfer, which waits for a second person, is still shown as under review. */
export const bankTransferStatuses = { pending: '待审核', credited: '已到账', rejected: '已驳回' } as const
export type BankTransferStatus = keyof typeof bankTransferStatuses

/** A bank transfer that a user reports to have sent to the company's account. */
export const BankTransfer = z
  .object({
    id: Id,
    amount: Yuan,
    payer_name: z.string(),
    status: z.enum(Object.keys(bankTransferStatuses) as [BankTransferStatus, ...BankTransferStatus[]]),
    reason: z.string().nullable().meta({ description: '驳回原因' }),
    created_at: Time,
    decided_at: Time.nullable(),
  })
  .meta({ id: 'BankTransfer' })
export type BankTransfer = z.infer<typeof BankTransfer>

export const bankTransfers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/bank_transfer/list',
    access: 'main',
    summary: '对公转账记录',
    description: 'Lists the bank transfers the caller reported, newest first.',
    source: 'decided: product §5, docs/decisions/033',
    query: listQuery(['created_at'], { status: BankTransfer.shape.status.optional() }),
    data: z.array(BankTransfer),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/bank_transfer/:id',
    access: 'main',
    owned: 'bank_transfer',
    summary: '一笔对公转账',
    description: 'Returns one reported bank transfer.',
    source: 'decided: as list',
    params: ById,
    data: BankTransfer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/bank_transfer',
    access: 'main',
    idempotent: true,
    upload: { max_bytes: limits.pictureMaxBytes },
    summary: '提交转账凭证',
    description: 'Reports a bank transfer with its receipt in `file`; it is credited once finance has confirmed it.',
    message: '已提交，财务核对到账后入账',
    source: 'decided: as list',
    body: z.object({ amount: AmountInput, payer_name: Name(60, '付款户名') }),
    data: BankTransfer,
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/v1/bank_transfer/:id/proof',
    access: 'main',
    owned: 'bank_transfer',
    summary: '提交的转账凭证',
    description: 'Downloads the receipt of a reported bank transfer as WebP.',
    source: 'decided: as list',
    params: ById,
    download: 'image/webp',
    data: z.unknown(),
  }),
}
