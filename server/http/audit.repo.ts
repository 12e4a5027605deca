import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { AuditedChange, Caller, RequestDetails } from '#server/http/context.ts'

/**
 * Writes one append-only row per change by a person: who, what, which row, from where, an operator's changes. Never the body.
 * Returns the id of the changed row, if it is known.
 */
export async function recordAudit(
  db: Kysely<DB>,
  call: { name: string; caller: Caller | undefined; input: { params: unknown }; request: RequestDetails; change: AuditedChange },
  at: Date,
): Promise<string | null> {
  if (!call.caller) return null
  const [first = null] = Object.values(call.input.params as Record<string, string>)
  const targetId = call.change.target_id ?? first
  await db
    .insertInto('audit_log')
    .values({
      at,
      user_id: call.caller.user_id,
      endpoint: call.name,
      target_id: targetId,
      before: call.change.before ? JSON.stringify(call.change.before) : null,
      after: call.change.after ? JSON.stringify(call.change.after) : null,
      ip: call.request.ip,
      user_agent: call.request.user_agent,
      request_id: call.request.id,
    })
    .execute()
  return targetId
}
