import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for prepaid periods of images. Ended periods never change. */
export const imagePeriodsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['image_periods']>) => db.insertInto('image_periods').values(row).execute(),
  /** Ends the periods of an instance at `at`; only those of `order_id` if given. */
  end: ({ instance_id: instanceId, order_id: orderId }: { instance_id: string; order_id?: string }, at: Date) => {
    let rows = db.updateTable('image_periods').where('instance_id', '=', instanceId).where('ends_at', '>', at)
    if (orderId !== undefined) rows = rows.where('order_id', '=', orderId)
    return rows.set({ ends_at: sql`greatest(starts_at, ${at}::timestamptz)` }).execute()
  },
  /** Cancels an order's periods by setting their length to zero. */
  undo: (orderId: string) =>
    db.updateTable('image_periods').set({ ends_at: sql`starts_at` }).where('order_id', '=', orderId).execute(),
  /** Moves the periods of later orders forward by `ms`; none begins before `now`. */
  bringForward: (orderId: string, ms: number, now: Date) =>
    sql`update image_periods p set
          starts_at = greatest(${now}::timestamptz, p.starts_at - make_interval(secs => ${ms / 1000})),
          ends_at = greatest(${now}::timestamptz, p.starts_at - make_interval(secs => ${ms / 1000}), p.ends_at - make_interval(secs => ${ms / 1000}))
        from orders o, orders gone
        where gone.id = ${orderId} and o.instance_id = gone.instance_id and (o.paid_at, o.id) > (gone.paid_at, gone.id)
          and p.order_id = o.id and p.starts_at > ${now}`.execute(db),
  /** Returns the periods not ended when the instance was paused at `since`, in order of their start. */
  standing: (instanceId: string, since: Date) =>
    db
      .selectFrom('image_periods')
      .selectAll()
      .where('instance_id', '=', instanceId)
      .where('ends_at', '>', since)
      .orderBy('starts_at')
      .orderBy('id')
      .execute(),
  move: (id: bigint, to: { starts_at: Date; ends_at: Date; stated_s?: bigint }) =>
    db.updateTable('image_periods').set(to).where('id', '=', id).execute(),
})
