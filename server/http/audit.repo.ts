import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { AuditedChange, Caller, RequestDetails } from '#server/http/context.ts'

interface AuditedCall {
  name: string
  caller: Pick<Caller, 'user_id'>
  input: { params: unknown }
  request: RequestDetails
  change: AuditedChange
}

/** Returns the id of the row a call changed, if it is known. */
export const findAuditTarget = ({ change, input }: AuditedCall): string | null =>
  change.target_id ?? Object.values(input.params as Record<string, string>)[0] ?? null

/** One append-only row per change by a person: who, what, which row, from where, an operator's changes. Never the body. */
export const buildAuditInsert = (db: Kysely<DB>, call: AuditedCall, at: Date) =>
  db.insertInto('audit_log').values({
    at,
    user_id: call.caller.user_id,
    endpoint: call.name,
    target_id: findAuditTarget(call),
    before: call.change.before ? JSON.stringify(call.change.before) : null,
    after: call.change.after ? JSON.stringify(call.change.after) : null,
    ip: call.request.ip,
    user_agent: call.request.user_agent,
    request_id: call.request.id,
  })

/** The call that last changed a row: what a job then does with the row, it mostly does for its sake. */
export async function findCausingRequest(db: Kysely<DB>, targetId: string): Promise<{ request_id?: string }> {
  const last = db.selectFrom('audit_log').select('request_id').where('target_id', '=', targetId).orderBy('id', 'desc').limit(1)
  const found = await last.executeTakeFirst().catch(() => undefined) // for a line of the log only
  return found ? { request_id: found.request_id } : {}
}

export const recordAudit = (...audited: Parameters<typeof buildAuditInsert>) => buildAuditInsert(...audited).execute()
