import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { isPlainMultiline } from './plain-text.ts'
import { ById, Id, Time } from './scalars.ts'

export const originalKinds = { image: '社区镜像', data_set: '数据集' } as const
export type OriginalKind = keyof typeof originalKinds
export const OriginalKindName = z.enum(Object.keys(originalKinds) as [OriginalKind, ...OriginalKind[]])

export const originalStates = { pending: '待审核', approved: '已通过', refused: '驳回', withdrawn: '已撤回' } as const
export type OriginalState = keyof typeof originalStates
export const OriginalStateName = z.enum(Object.keys(originalStates) as [OriginalState, ...OriginalState[]])

const Link = z.url({ protocol: /^https?$/, error: '请输入以 http:// 或 https:// 开头的链接' }).max(500, '链接最多 500 个字')
const statementMinLength = 10

/** An application for the 原创 badge for one of the caller's public entries. */
export const OriginalForm = z.object({
  kind: OriginalKindName,
  entry_id: Id,
  statement: z
    .string({ error: '请说明原创的内容' })
    .trim()
    .min(statementMinLength, `请说明原创的内容，至少 ${statementMinLength} 个字`)
    .max(limits.originalStatementMax, `说明最多 ${limits.originalStatementMax} 个字`)
    .refine(isPlainMultiline, '说明不能包含控制字符'),
  links: z.array(Link).max(limits.originalLinksMax, `最多 ${limits.originalLinksMax} 个链接`),
})

export const Original = z
  .object({
    id: Id,
    kind: OriginalKindName,
    entry: z.object({ id: Id, name: z.string() }),
    statement: z.string(),
    links: z.array(z.string()),
    state: OriginalStateName,
    reason: z.string().nullable(),
    created_at: Time,
    decided_at: Time.nullable(),
  })
  .meta({ id: 'Original' })
export type Original = z.infer<typeof Original>

/** One of the caller's entries with a public version, and whether an application is possible. */
export const OriginalCandidate = z.object({
  kind: OriginalKindName,
  id: Id,
  name: z.string(),
  original: z.boolean(),
  open: z.boolean().meta({ description: '已有待审核的申请' }),
})
export type OriginalCandidate = z.infer<typeof OriginalCandidate>

const source = 'decided: requirements §2 names the page, product §7, docs/decisions/041'

export const originals = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/original/list',
    access: 'user',
    summary: '我的原创申请，新的在前',
    description: "Lists the caller's applications for the badge of original work, newest first.",
    source,
    query: listQuery(['created_at'], { state: OriginalStateName.optional(), kind: OriginalKindName.optional() }),
    data: z.array(Original),
    paged: true,
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/v1/original/candidates',
    access: 'user',
    summary: '我公开的镜像和数据集',
    description: "Lists the caller's public images and data sets that the badge of original work can be applied for.",
    source,
    data: z.array(OriginalCandidate),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/original',
    access: 'user',
    idempotent: true,
    summary: '申请原创徽章；一个条目同时只有一个申请',
    description: 'Applies for the badge of original work; an entry can have one open application.',
    message: '已提交申请',
    source,
    body: OriginalForm,
    data: Original,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/original/:id/withdraw',
    access: 'user',
    owned: 'original',
    idempotent: true,
    summary: '撤回待审核的申请',
    description: 'Withdraws a pending application for the badge of original work.',
    message: '已撤回申请',
    source,
    params: ById,
    data: Original,
  }),
}
