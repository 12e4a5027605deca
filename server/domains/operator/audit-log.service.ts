import type { z } from 'zod'
import type { Role } from '#contract/access.ts'
import type { AuditRow, operatorAudit } from '#contract/operator/audit.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { type AuditLogRow, auditLogRepo } from '#server/domains/operator/audit-log.repo.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'

const loadEndpointSummaries = async () => new Map((await loadEndpoints()).map(({ name, endpoint }) => [name, endpoint.summary]))

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
  const { items, total } = await auditLogRepo(deps.database.kysely).list(query, since)
  const summaries = await loadEndpointSummaries()
  return { items: items.map((row) => present(row, summaries)), total }
}

export async function listAuditHistory({ deps }: Context, targetId: string): Promise<AuditRow[]> {
  const summaries = await loadEndpointSummaries()
  return (await auditLogRepo(deps.database.kysely).ofTarget(targetId)).map((row) => present(row, summaries))
}
