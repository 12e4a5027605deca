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

/** All SQL of the leases under which workers claim instances. */
export const claimsRepo = (db: Kysely<DB>) => ({
  /**
   * Leases up to `limit` due rows, either those with a task or those without. A due or lease time beyond the horizon was written
   * before the clock was set back; such a row counts as due.
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
  /** Leases a row, due or not, that has no task and that nobody holds; undefined otherwise. */
  claimIdle: async (
    { worker, now, lease_until: leaseUntil, horizon }: Omit<Claim, 'limit'>,
    id: string,
  ): Promise<InstanceRow | undefined> => {
    const { rows } = await sql<InstanceRow>`
      update instances set lease_until = ${leaseUntil}, lease_by = ${worker}
      where id = ${id} and released_at is null and waits_for is null and task_id is null
        and (lease_until is null or lease_until <= ${now} or lease_until > ${horizon})
      returning *`.execute(db)
    return rows[0]
  },
  /** Returns when `claimDue` next finds a row if nothing changes; null if there is none. */
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
  /** Marks a row as settled: not due until it is woken. */
  settle: (id: string) =>
    db
      .updateTable('instances')
      .set({ lease_until: null, lease_by: null, next_reconcile_at: null, attempts: 0 })
      .where('id', '=', id)
      .execute(),
  /** Makes a row due if it has not changed since it was read, and no worker holds it. */
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
