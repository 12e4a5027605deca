import type { z } from 'zod'
import type { Role } from '#contract/access.ts'
import type { AuditRow, operatorAudit } from '#contract/operator/audit.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { type AuditLogRow, auditLogRepo } from '#server/domains/operator/audit-log.repo.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'

/** What is recorded without being a call of the API. */
const commandSummaries = {
  setup: '设置管理员',
  reset_factor: '在服务器上重置两步验证',
  keys_rotate: '轮换平台密钥',
  'ssh.login': 'SSH 登录实例',
}

const loadSummaries = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...Object.entries(commandSummaries),
    ...(await loadEndpoints()).map(({ name, endpoint }): [string, string] => [name, endpoint.summary]),
  ])

/** Groups of calls that change who gets in, and how. */
const securityGroups: readonly string[] = [
  'account_security',
  'second_factor',
  'wechat',
  'secret_keys',
  'llm_keys',
  'sub_accounts',
]

/** What counts as a security event: the groups above, calls that ask for a fresh proof, passwords of instances, and commands. */
const listSecurityCalls = async (): Promise<readonly string[]> => [
  ...['setup', 'reset_factor', 'keys_rotate', 'instance_access.reveal_password', 'instance_access.reset_password'],
  ...(await loadEndpoints())
    .filter(({ group, endpoint }) => endpoint.stepUp || securityGroups.includes(group))
    .map(({ name }) => name),
]

const present = (row: AuditLogRow, summaries: ReadonlyMap<string, string>): AuditRow => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: { id: row.user_id, nickname: row.nickname, role: row.role as Role },
  endpoint: row.endpoint,
  // Rows of endpoints that no longer exist show the endpoint name.
  summary: summaries.get(row.endpoint) ?? row.endpoint,
  target_id: row.target_id,
  before: row.before as AuditFacts | null,
  after: row.after as AuditFacts | null,
  ip: row.ip,
  request_id: row.request_id,
})

export async function listAuditLog({ deps }: Context, query: z.output<(typeof operatorAudit)['list']['query']>) {
  const since = query.period && startOfPeriod(query.period, deps.clock.now())
  const { items, total } = await auditLogRepo(deps.database.kysely).list(query, since, await listSecurityCalls())
  const summaries = await loadSummaries()
  return { items: items.map((row) => present(row, summaries)), total }
}

export async function listAuditHistory({ deps }: Context, targetId: string): Promise<AuditRow[]> {
  const summaries = await loadSummaries()
  return (await auditLogRepo(deps.database.kysely).ofTarget(targetId)).map((row) => present(row, summaries))
}
