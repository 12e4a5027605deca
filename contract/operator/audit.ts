import { z } from 'zod'
import { Role } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { Id, Time } from '../scalars.ts'
import { ChangeFields } from './changes.ts'
import { ReportPeriod } from './reason.ts'

/** One change made by a person. The audit log is append-only. */
export const AuditRow = z
  .object({
    id: Id,
    at: Time,
    actor: z.object({ id: Id, nickname: z.string(), role: Role }),
    endpoint: z.string().meta({ description: '接口名，如 operator_users.freeze' }),
    summary: z.string().meta({ description: '接口的说明' }),
    target_id: z.string().nullable(),
    before: ChangeFields.nullable(),
    after: ChangeFields.nullable(),
    ip: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.infer<typeof AuditRow>

/** Whose changes a list of the log holds. */
export const auditScopes = {
  notable: '运营操作与安全事件',
  operator: '运营操作',
  user: '用户操作',
  all: '全部操作',
} as const
export type AuditScope = keyof typeof auditScopes

export const operatorAudit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/audit/list',
    access: 'operator_admin',
    summary: '审计日志，只增不改',
    description: 'Lists the audit log, newest first; rows are only ever added.',
    source: 'decided: product §10',
    query: listQuery(['at'], {
      keyword: Keyword.meta({ description: '操作人编号或昵称、对象编号、请求编号' }),
      endpoint: z.string().max(80).optional(),
      by: z
        .enum(Object.keys(auditScopes) as [AuditScope, ...AuditScope[]])
        .optional()
        .meta({ description: "Whose changes; notable means operators' actions and security events. All by default." }),
      period: ReportPeriod.optional(),
    }),
    data: z.array(AuditRow),
    paged: true,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/v1/operator/audit/target/:id',
    access: 'operator_admin',
    summary: '一个对象的变更历史，最近 50 条',
    description: 'Returns the latest 50 audited changes of one object, newest first.',
    source: 'decided: product §10',
    params: z.object({ id: z.string().min(1).max(128) }),
    data: z.array(AuditRow),
  }),
}
