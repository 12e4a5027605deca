import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { Original, OriginalKindName, OriginalStateName } from '../originals.ts'
import { ById, Id } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

const UserRef = z.object({ id: Id, nickname: z.string() })

export const OperatorOriginal = Original.extend({
  author: UserRef,
  decided_by: UserRef.nullable(),
  own: z.boolean().meta({ description: '自己提交的，不能自己审核' }),
}).meta({ id: 'OperatorOriginal' })
export type OperatorOriginal = z.infer<typeof OperatorOriginal>

const source = 'decided: product §7, §10, docs/decisions/041'

export const operatorOriginals = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/original/list',
    access: 'operator_review',
    summary: '原创申请',
    description: 'Lists the applications for the badge of original work.',
    source,
    query: listQuery(['created_at'], {
      keyword: Keyword,
      state: OriginalStateName.optional(),
      kind: OriginalKindName.optional(),
    }),
    data: z.array(OperatorOriginal),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/original/:id',
    access: 'operator_review',
    summary: '一次原创申请',
    description: 'Returns one application for the badge of original work.',
    source,
    params: ById,
    data: OperatorOriginal,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/operator/original/:id/approve',
    access: 'operator_review',
    idempotent: true,
    summary: '通过，条目得到原创徽章',
    description: 'Approves an application; the entry gets the badge of original work.',
    message: '已通过',
    source,
    params: ById,
    data: OperatorOriginal,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/v1/operator/original/:id/reject',
    access: 'operator_review',
    idempotent: true,
    summary: '驳回，作者看到原因',
    description: 'Rejects an application for the badge; its author sees the reason.',
    message: '已驳回',
    source,
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorOriginal,
  }),
}
