import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of the prepaid time of images. What is over is never changed. */
export const imagePeriodsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['image_periods']>) => db.insertInto('image_periods').values(row).execute(),
  /** Nothing of an instance's time runs beyond `at`; of one order where it is named. */
  end: ({ instance_id: instanceId, order_id: orderId }: { instance_id: string; order_id?: string }, at: Date) => {
    let rows = db.updateTable('image_periods').where('instance_id', '=', instanceId).where('ends_at', '>', at)
    if (orderId !== undefined) rows = rows.where('order_id', '=', orderId)
    return rows.set({ ends_at: sql`greatest(starts_at, ${at}::timestamptz)` }).execute()
  },
  /** As if the order had never been. */
  undo: (orderId: string) =>
    db.updateTable('image_periods').set({ ends_at: sql`starts_at` }).where('order_id', '=', orderId).execute(),
  /** Brings forward what was bought after an order, by so many ms; nothing begins before `now`. */
  bringForward: (orderId: string, ms: number, now: Date) =>
    sql`update image_periods p set
          starts_at = greatest(${now}::timestamptz, p.starts_at - make_interval(secs => ${ms / 1000})),
          ends_at = greatest(${now}::timestamptz, p.starts_at - make_interval(secs => ${ms / 1000}), p.ends_at - make_interval(secs => ${ms / 1000}))
        from orders o, orders gone
        where gone.id = ${orderId} and o.instance_id = gone.instance_id and (o.paid_at, o.id) > (gone.paid_at, gone.id)
          and p.order_id = o.id and p.starts_at > ${now}`.execute(db),
  /** What had not ended when an instance had to stand still, the first to end first. */
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
