import { z } from 'zod'
import { parseUrl } from '#contract/parse-url.ts'
import {
  type CreatorAuditState as AuditState,
  creatorAuditStates,
  creatorFields,
  creatorStandings,
  type CreatorField as FieldName,
  type CreatorStanding as Standing,
} from './creator-labels.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isPlainMultiline, isPlainText } from './plain-text.ts'
import { Id, Time } from './scalars.ts'

export const CreatorFieldName = z.enum(Object.keys(creatorFields) as [FieldName, ...FieldName[]], { error: '请选择方向' })

export const CreatorAuditStateName = z.enum(Object.keys(creatorAuditStates) as [AuditState, ...AuditState[]])

const CreatorStandingName = z.enum(Object.keys(creatorStandings) as [Standing, ...Standing[]])

const WebLink = z
  .string()
  .trim()
  .max(200, '链接最多 200 个字符')
  .refine(
    (v) => isPlainText(v) && /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(v) && parseUrl(v) !== null,
    '请输入以 http:// 或 https:// 开头的链接',
  )

export const CreatorForm = z.object({
  introduction: z
    .string({ error: '请介绍你的经验和打算发布的内容' })
    .trim()
    .min(20, '介绍至少 20 个字')
    .max(limits.creatorIntroductionMax, `介绍最多 ${limits.creatorIntroductionMax} 个字`)
    .refine(isPlainMultiline, '介绍不能包含控制字符'),
  field: CreatorFieldName,
  links: z
    .array(WebLink)
    .max(limits.creatorLinksMax, `最多 ${limits.creatorLinksMax} 个链接`)
    .default([])
    .meta({ description: '主页、代码仓库或论文，供审核参考' }),
  agreement: z.literal(true, { error: '请先同意创作者规则' }),
})

export const CreatorAudit = z
  .object({
    id: Id,
    state: CreatorAuditStateName,
    introduction: z.string(),
    field: CreatorFieldName,
    links: z.array(z.string()),
    reason: z.string().nullable().meta({ description: '驳回的原因' }),
    submitted_at: Time,
    decided_at: Time.nullable(),
    revoked_at: Time.nullable().meta({ description: '通过之后又被收回资格的时间' }),
    revoked_reason: z.string().nullable(),
  })
  .meta({ id: 'CreatorAudit' })
export type CreatorAudit = z.infer<typeof CreatorAudit>

const CreatorDetail = z
  .object({
    state: CreatorStandingName,
    is_creator: z.boolean(),
    real_name_passed: z.boolean(),
    history: z.array(CreatorAudit).meta({ description: '自己的全部申请，新的在前' }),
  })
  .meta({ id: 'CreatorDetail' })
export type CreatorDetail = z.infer<typeof CreatorDetail>

/** Applications for creator status (requirements §7, product §1). */
export const creators = {
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/user/creator_audit_record',
    access: 'main',
    idempotent: true,
    summary: '申请成为创作者；同时只能有一个待审核的申请，驳回后可以再次申请',
    description:
      'Applies to become a creator; only one application can be pending, and a refused one can be followed by another.',
    message: '已提交，1 个工作日内完成审核',
    source: 'requirements §7',
    body: CreatorForm,
    data: CreatorDetail,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/user/creator_audit_record/detail',
    access: 'user',
    summary: '自己的创作者资格与全部申请',
    description: 'Returns whether the caller is a creator, and all applications, newest first.',
    source: 'requirements §7',
    data: CreatorDetail,
  }),
}
