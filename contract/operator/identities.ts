import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Time } from '../scalars.ts'
import { IdentityReviewState } from '../users.ts'
import { OperatorReason } from './reason.ts'

const Colleague = z.object({ id: Id, nickname: z.string() })

/** A person waiting for verification, masked. */
export const OperatorIdentity = z
  .object({
    id: Id,
    status: IdentityReviewState,
    owner: Colleague,
    name: z.string().meta({ description: '脱敏姓名' }),
    id_number: z.string().meta({ description: '脱敏身份证号' }),
    twin: z.boolean().meta({ description: '同一身份证号已认证另一个账号' }),
    reason: z.string().nullable().meta({ description: '驳回的原因' }),
    submitted_at: Time,
    decided_at: Time.nullable(),
    decided_by: Colleague.nullable(),
    own: z.boolean().meta({ description: '自己提交的，不能自己审核' }),
  })
  .meta({ id: 'OperatorIdentity' })
export type OperatorIdentity = z.infer<typeof OperatorIdentity>

export const RevealedIdentityCase = z.object({ name: z.string(), id_number: z.string() })
export type RevealedIdentityCase = z.infer<typeof RevealedIdentityCase>

const source = 'decided: product §2, docs/decisions/052'
const decisionBase = { method: 'POST', access: 'operator_review', stepUp: true, idempotent: true, source, params: ById } as const

/**
 * Manual identity review, used without an authority (IDENTITY=manual). Only pending cases can be opened; opening one is logged.
 */
export const operatorIdentities = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/identity/list',
    access: 'operator_review',
    summary: '个人实名，先提交的在前',
    description: 'Lists the real-name submissions for manual review, the earliest first, masked.',
    source,
    query: listQuery(['submitted_at'], { keyword: Keyword, status: IdentityReviewState.optional() }),
    data: z.array(OperatorIdentity),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/identity/:id',
    access: 'operator_review',
    summary: '一次个人实名',
    description: 'Returns one real-name submission, masked.',
    source,
    params: ById,
    data: OperatorIdentity,
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/api/v1/operator/identity/:id/reveal',
    access: 'operator_review',
    stepUp: true,
    summary: '查看待审核的姓名与身份证号；需要先验证身份，原因记入审计',
    description: 'Returns name and ID number of a pending submission in full; the reason goes into the audit log.',
    source,
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: RevealedIdentityCase,
  }),
  pass: endpoint({
    ...decisionBase,
    path: '/api/v1/operator/identity/:id/pass',
    summary: '通过个人实名',
    description: 'Approves a pending real-name submission.',
    message: '已通过',
    data: OperatorIdentity,
  }),
  refuse: endpoint({
    ...decisionBase,
    path: '/api/v1/operator/identity/:id/refuse',
    summary: '驳回个人实名，原因告诉用户',
    description: 'Refuses a pending real-name submission; the user is told the reason.',
    message: '已驳回',
    body: z.object({ reason: OperatorReason }),
    data: OperatorIdentity,
  }),
}
