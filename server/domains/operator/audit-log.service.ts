import type { z } from 'zod'
import type { Role } from '#contract/access.ts'
import type { AuditRow, operator_audit } from '#contract/operator/audit.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { type AuditLogRow, auditLogRepo } from '#server/domains/operator/audit-log.repo.ts'
import type { Facts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'

const readSummaries = async () => new Map((await loadEndpoints()).map(({ name, endpoint }) => [name, endpoint.summary]))

const present = (row: AuditLogRow, summaries: ReadonlyMap<string, string>): AuditRow => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: { id: row.user_id, nickname: row.nickname, role: row.role as Role },
  endpoint: row.endpoint,
  // A call that is no more has left rows behind.
  summary: summaries.get(row.endpoint) ?? row.endpoint,
  target_id: row.target_id,
  before: row.before as Facts | null,
  after: row.after as Facts | null,
  ip: row.ip,
  request_id: row.request_id,
})

export async function listAudit({ deps }: Context, query: z.output<(typeof operator_audit)['list']['query']>) {
  const since = query.period && startOfPeriod(query.period, deps.clock.now())
  const { items, total } = await auditLogRepo(deps.database.kysely).list(query, since)
  const summaries = await readSummaries()
  return { items: items.map((row) => present(row, summaries)), total }
}

export async function historyOf({ deps }: Context, target_id: string): Promise<AuditRow[]> {
  const summaries = await readSummaries()
  return (await auditLogRepo(deps.database.kysely).ofTarget(target_id)).map((row) => present(row, summaries))
}
