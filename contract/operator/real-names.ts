import { z } from 'zod'
import { Certification, CertificationKind, CertificationState } from '../certification.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

const Colleague = z.object({ id: Id, nickname: z.string() })

/** A certification case in the review list, masked as for its owner. */
export const OperatorRealName = Certification.extend({
  owner: z.object({ id: Id, nickname: z.string(), name: z.string().nullable().meta({ description: '脱敏的实名' }) }),
  decided_by: Colleague.nullable(),
  own: z.boolean().meta({ description: '自己提交的，不能自己审核' }),
}).meta({ id: 'OperatorRealName' })
export type OperatorRealName = z.infer<typeof OperatorRealName>

export const OperatorRealNameDetail = OperatorRealName.extend({
  has_picture: z.boolean().meta({ description: '证件照片在审核结束后删除' }),
  twin: z.boolean().meta({ description: '同一证件号已通过另一个账号的认证' }),
  earlier: z.array(
    Certification.pick({ id: true, kind: true, status: true, organisation: true, reason: true, submitted_at: true }),
  ),
}).meta({ id: 'OperatorRealNameDetail' })
export type OperatorRealNameDetail = z.infer<typeof OperatorRealNameDetail>

/** The unmasked data, for comparison with the uploaded picture. */
export const RevealedRealName = z.object({
  number: z.string(),
  person: z.string().nullable(),
  email: z.string().nullable(),
  applicant: z.string().nullable().meta({ description: '提交者的实名' }),
  applicant_id_number: z.string().nullable(),
})
export type RevealedRealName = z.infer<typeof RevealedRealName>

const source = 'decided: product §10, docs/decisions/035'

/** Review of company and university certifications. Only pending cases can be opened; this needs a fresh proof and is logged. */
export const operatorRealNames = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/real_name/list',
    access: 'operator_review',
    summary: '企业与高校认证，先提交的在前',
    description: 'Lists the company and university certifications, the earliest first, masked.',
    source,
    query: listQuery(['submitted_at'], {
      keyword: Keyword,
      status: CertificationState.optional(),
      kind: CertificationKind.optional(),
    }),
    data: z.array(OperatorRealName),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/real_name/:id',
    access: 'operator_review',
    summary: '一次认证',
    description: "Returns one certification, masked, with the applicant's earlier ones.",
    source,
    params: ById,
    data: OperatorRealNameDetail,
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/api/v1/operator/real_name/:id/reveal',
    access: 'operator_review',
    stepUp: true,
    summary: '查看待审核认证的完整号码；原因记入审计',
    description: 'Returns the numbers of a pending certification in full; the reason goes into the audit log.',
    source,
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: RevealedRealName,
  }),
  picture: endpoint({
    method: 'POST',
    path: '/api/v1/operator/real_name/:id/picture',
    access: 'operator_review',
    stepUp: true,
    summary: '查看待审核认证的证件照片；记入审计',
    description: 'Downloads the document photo of a pending certification as WebP; recorded in the audit log.',
    source,
    params: ById,
    data: z.unknown(),
    download: 'image/webp',
  }),
  pass: endpoint({
    method: 'POST',
    path: '/api/v1/operator/real_name/:id/pass',
    access: 'operator_review',
    idempotent: true,
    stepUp: true,
    summary: '通过认证',
    description: 'Approves a pending certification and deletes its photo.',
    message: '已通过',
    source,
    params: ById,
    data: OperatorRealNameDetail,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/v1/operator/real_name/:id/refuse',
    access: 'operator_review',
    idempotent: true,
    stepUp: true,
    summary: '驳回认证，原因告诉用户',
    description: 'Refuses a pending certification and deletes its photo; the user is told the reason.',
    message: '已驳回',
    source,
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorRealNameDetail,
  }),
}
