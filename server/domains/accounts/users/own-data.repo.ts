import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Counts an account's rows per kind; the rows themselves are exported from their own lists. */
export const ownDataRepo = (db: Kysely<DB>) => ({
  counts: async (userId: string) => {
    const { rows } = await sql<Record<'orders' | 'recharges' | 'instances' | 'notifications', number>>`select
      (select count(*)::int from orders where user_id = ${userId}) as orders,
      (select count(*)::int from recharges where user_id = ${userId}) as recharges,
      (select count(*)::int from instances where user_id = ${userId}) as instances,
      (select count(*)::int from notifications where user_id = ${userId} and deleted_at is null) as notifications`.execute(db)
    return rows[0]!
  },
})
