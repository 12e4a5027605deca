import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** What stands in no list of the account: how many rows of each kind there are, and what an organisation says of the person. */
export const ownDataRepo = (db: Kysely<DB>) => ({
  /** What an organisation has said of one of its people; null for all others. */
  vouchedFor: async (userId: string) =>
    (await db
      .selectFrom('directory_people as p')
      .innerJoin('directories as d', 'd.id', 'p.directory_id')
      .select(['d.name as organisation', 'p.subject', 'p.name', 'p.email', 'p.seen_at'])
      .where('p.user_id', '=', userId)
      .executeTakeFirst()) ?? null,
  counts: async (userId: string) => {
    const { rows } = await sql<Record<'orders' | 'recharges' | 'instances' | 'notifications', number>>`select
      (select count(*)::int from orders where user_id = ${userId}) as orders,
      (select count(*)::int from recharges where user_id = ${userId}) as recharges,
      (select count(*)::int from instances where user_id = ${userId}) as instances,
      (select count(*)::int from notifications where user_id = ${userId} and deleted_at is null) as notifications`.execute(db)
    return rows[0]!
  },
})
