import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type DeliveryRow = Selectable<DB['notice_deliveries']>

interface Query {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
  channel?: string
  state?: string
}

/** All SQL for the outbox. User-facing queries filter by owner; the worker's queries do not. */
export const deliveriesRepo = (db: Kysely<DB>) => ({
  insert: async (rows: readonly Insertable<DB['notice_deliveries']>[]) => {
    if (rows.length > 0) await db.insertInto('notice_deliveries').values(rows).execute()
  },
  page: (userId: string, { channel, state, ...query }: Query) => {
    let rows = db.selectFrom('notice_deliveries').selectAll().where('user_id', '=', userId)
    if (channel) rows = rows.where('channel', '=', channel)
    if (state) rows = rows.where('state', '=', state)
    return loadPage(rows, query, 'created_at', 'id')
  },
  find: (userId: string, id: string) =>
    db.selectFrom('notice_deliveries').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst(),
  /** Claims due messages under a lease; if the worker dies, the lease expires and another worker sends them again. */
  claim: async (now: Date, leaseUntil: Date, limit: number): Promise<DeliveryRow[]> => {
    const { rows } = await sql<DeliveryRow>`
      update notice_deliveries set tries = tries + 1, due_at = ${leaseUntil}
      where id in (select id from notice_deliveries where state = 'waiting' and due_at <= ${now}
                   order by due_at, id limit ${limit} for no key update skip locked)
      returning *`.execute(db)
    return rows
  },
  /** Loads a message's content and its current destination. */
  load: (id: string) =>
    db
      .selectFrom('notice_deliveries as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .leftJoin('notifications as n', 'n.id', 'd.notification_id')
      .leftJoin('notice_emails as e', 'e.user_id', 'd.user_id')
      .leftJoin('notice_webhooks as w', 'w.user_id', 'd.user_id')
      .where('d.id', '=', id)
      .select(['u.phone', 'n.content', 'n.link', 'n.created_at', 'e.address', 'w.url', 'w.secret_cipher'])
      .executeTakeFirst(),
  /** Records the outcome or the next retry; has no effect if another worker has tried since. */
  note: (
    { id, tries }: Pick<DeliveryRow, 'id' | 'tries'>,
    outcome: { state: string; error: string | null; due_at: Date | null; ended_at: Date | null },
  ) =>
    db
      .updateTable('notice_deliveries')
      .set(outcome)
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('state', '=', 'waiting')
      .execute(),
  /** Returns false if the delivery has not failed permanently. */
  retry: async (userId: string, id: string, now: Date): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('notice_deliveries')
      .set({ state: 'waiting', tries: 0, due_at: now, ended_at: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  countSent: async (userId: string, channel: string, since: Date): Promise<number> => {
    const { n } = await db
      .selectFrom('notice_deliveries')
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .where('state', '=', 'sent')
      .where('ended_at', '>', since)
      .executeTakeFirstOrThrow()
    return Number(n)
  },
})
