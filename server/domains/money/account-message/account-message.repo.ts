import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Counts what an account owns. */
export const accountMessageRepo = (db: Kysely<DB>) => ({
  counts: async (userId: string) => {
    const { rows } = await sql<{
      instances: number
      secret_keys: number
      sub_accounts: number
      invitees: number
      voucher_fen: bigint
    }>`
      select (select count(*)::int from instances where user_id = ${userId} and released_at is null) as instances,
             (select count(*)::int from secret_keys where user_id = ${userId}) as secret_keys,
             (select count(*)::int from sub_accounts where master_id = ${userId} and removed_at is null) as sub_accounts,
             (select count(*)::int from users where invited_by = ${userId}) as invitees,
             (select coalesce(sum(balance_fen), 0)::bigint from accounts where user_id = ${userId} and kind = 'voucher') as voucher_fen`.execute(
      db,
    )
    return rows[0]!
  },
})
