import { z } from 'zod'
import { CreatorAudit, CreatorAuditStateName, CreatorFieldName } from '../creators.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

const UserRef = z.object({ id: Id, nickname: z.string() })

export const OperatorCreatorAudit = CreatorAudit.extend({
  owner: UserRef.extend({ name: z.string().nullable().meta({ description: '脱敏的实名' }) }),
  is_creator: z.boolean().meta({ description: '现在是不是创作者' }),
  decided_by: UserRef.nullable(),
  own: z.boolean().meta({ description: '自己提交的，不能自己审核' }),
  images: z.number().int().meta({ description: '已发布的社区镜像' }),
  data_sets: z.number().int().meta({ description: '已发布的数据集' }),
}).meta({ id: 'OperatorCreatorAudit' })
export type OperatorCreatorAudit = z.infer<typeof OperatorCreatorAudit>

export const OperatorCreatorAuditDetail = OperatorCreatorAudit.extend({
  earlier: z.array(CreatorAudit.pick({ id: true, state: true, reason: true, submitted_at: true, revoked_reason: true })),
}).meta({ id: 'OperatorCreatorAuditDetail' })

const source = 'decided: product §10, docs/decisions/043'

/** Review of creator applications; nobody may decide their own. */
export const operatorCreators = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/creator/list',
    access: 'operator_review',
    summary: '创作者申请，先提交的在前',
    description: 'Lists the applications to become a creator, the earliest first.',
    source,
    query: listQuery(['submitted_at'], {
      keyword: Keyword,
      state: CreatorAuditStateName.optional(),
      field: CreatorFieldName.optional(),
    }),
    data: z.array(OperatorCreatorAudit),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/creator/:id',
    access: 'operator_review',
    summary: '一个申请',
    description: "Returns one application with the applicant's earlier ones.",
    source,
    params: ById,
    data: OperatorCreatorAuditDetail,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/operator/creator/:id/approve',
    access: 'operator_review',
    idempotent: true,
    stepUp: true,
    summary: '通过：得到创作者标识，可以为镜像定价',
    description: 'Approves an application; the user is marked as a creator and may price images.',
    message: '已通过',
    source,
    params: ById,
    data: OperatorCreatorAuditDetail,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/v1/operator/creator/:id/refuse',
    access: 'operator_review',
    idempotent: true,
    stepUp: true,
    summary: '驳回，原因告诉申请人',
    description: 'Refuses an application; the applicant is told the reason.',
    message: '已驳回',
    source,
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorCreatorAuditDetail,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/v1/operator/creator/:id/revoke',
    access: 'operator_review',
    idempotent: true,
    stepUp: true,
    summary: '收回创作者资格，原因告诉本人；已发布的内容、已产生的收益不变',
    description: 'Revokes creator standing with a reason for the user; published content and past income stay.',
    message: '已收回创作者资格',
    source,
    params: ById,
    body: z.object({ reason: OperatorReason }),
    data: OperatorCreatorAuditDetail,
  }),
}
