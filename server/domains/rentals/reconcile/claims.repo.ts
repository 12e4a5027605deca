import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'

interface Claim {
  worker: string
  now: Date
  lease_until: Date
  horizon: Date
  limit: number
}

export type ClaimLane = 'steps' | 'tasks'

/** All SQL of the leases under which workers take up instances. */
export const claimsRepo = (db: Kysely<DB>) => ({
  /**
   * Takes up to `limit` due rows into a lease: those with a long task in hand, or those without. A due or lease time far
   * ahead is left by a clock that jumped back.
   */
  claimDue: async ({ worker, now, lease_until: leaseUntil, horizon, limit }: Claim, lane: ClaimLane): Promise<InstanceRow[]> => {
    const { rows } = await sql<InstanceRow>`
      update instances set lease_until = ${leaseUntil}, lease_by = ${worker}
      where id in (
        select id from instances
        where released_at is null and waits_for is null and (task_id is not null) = ${lane === 'tasks'} and next_reconcile_at is not null
          and (next_reconcile_at <= ${now} or next_reconcile_at > ${horizon})
          and (lease_until is null or lease_until <= ${now} or lease_until > ${horizon})
        order by next_reconcile_at limit ${limit} for no key update skip locked)
      returning *`.execute(db)
    return rows
  },
  /** When `claimDue` next finds a row, if nobody writes until then; null when there is none in sight. */
  nextDue: async ({ now, horizon }: Pick<Claim, 'now' | 'horizon'>, lane?: ClaimLane): Promise<Date | null> => {
    const inLane = lane ? sql`and (task_id is not null) = ${lane === 'tasks'}` : sql``
    const { rows } = await sql<{ at: Date | null }>`
      select min(case when next_reconcile_at > ${horizon} or lease_until > ${horizon} then ${now}
                      else greatest(next_reconcile_at, lease_until) end) as at
      from instances
      where released_at is null and waits_for is null and next_reconcile_at is not null ${inLane}`.execute(db)
    return rows[0]!.at
  },
  extendLease: (id: string, worker: string, leaseUntil: Date) =>
    db.updateTable('instances').set({ lease_until: leaseUntil }).where('id', '=', id).where('lease_by', '=', worker).execute(),
  dropLease: (id: string, worker: string, nextReconcileAt: Date | null) =>
    db
      .updateTable('instances')
      .set({ lease_until: null, lease_by: null, ...(nextReconcileAt && { next_reconcile_at: nextReconcileAt }) })
      .where('id', '=', id)
      .where('lease_by', '=', worker)
      .execute(),
  /** Nothing left to do until somebody wakes it. */
  settle: (id: string) =>
    db
      .updateTable('instances')
      .set({ lease_until: null, lease_by: null, next_reconcile_at: null, attempts: 0 })
      .where('id', '=', id)
      .execute(),
  /** Makes a row due that nobody has changed since it was read, and nobody works on. */
  wake: ({ id, version }: Pick<InstanceRow, 'id' | 'version'>, now: Date) =>
    db
      .updateTable('instances')
      .set({ next_reconcile_at: now })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('next_reconcile_at', 'is', null)
      .where('lease_until', 'is', null)
      .execute(),
  postpone: (id: string, worker: string, nextReconcileAt: Date) =>
    db
      .updateTable('instances')
      .set({ lease_until: null, lease_by: null, next_reconcile_at: nextReconcileAt, attempts: sql`attempts + 1` })
      .where('id', '=', id)
      .where('lease_by', '=', worker)
      .execute(),
})
