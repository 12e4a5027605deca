import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import type { Tx } from '#server/tx.ts'

/**
 * Revokes bought time after a refund: the package ends earlier, but not before now; one that ends now is shut down like any
 * expired package. Returns the revoked time, or null if no package time is left.
 */
export async function revokeBoughtTime(tx: Tx, id: string, ms: number): Promise<{ taken_ms: number } | null> {
  const now = tx.now()
  const row = await instancesRepo(tx.db).lock(id)
  if (!row?.expire_at || row.released_at || row.charge_rule === 'hour' || row.expire_at <= now) return null
  const expireAt = new Date(Math.max(now.getTime(), row.expire_at.getTime() - ms))
  // A package that ends now must not be renewed or metered automatically.
  await instancesRepo(tx.db).update(id, { expire_at: expireAt, ...(expireAt <= now && { expiry_policy: 'stop' }) })
  await recordTimelineEvent(tx.db, id, {
    at: now,
    actor: 'operator',
    actor_id: null,
    title: '订单全额退款，收回时长',
    detail: null,
  })
  await wakeGuards(tx, id)
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
  return { taken_ms: row.expire_at.getTime() - expireAt.getTime() }
}
