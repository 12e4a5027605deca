import { type Insertable, type Kysely, sql } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL for what operators may do alone, and for which accounts are their own. */
export const operatorLimitRepo = (db: Kysely<DB>) => ({
  /** Locks the operator's row without blocking inserts that reference it. */
  lockOperator: (id: string) =>
    db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow(),
  /** Sums what an operator gave or took alone, as absolute amounts, in fen. */
  aloneSince: async (operatorId: string, since: Date): Promise<bigint> => {
    const { rows } = await sql<{ fen: bigint }>`
      select coalesce(sum(fen), 0)::bigint as fen from (
        select abs(amount_fen) as fen from balance_adjustments
        where requested_by = ${operatorId} and approved_by is null and at >= ${since}
        union all select amount_fen from given_alone where operator_id = ${operatorId} and at >= ${since}) x`.execute(db)
    return rows[0]!.fen
  },
  insert: (row: Insertable<DB['given_alone']>) => db.insertInto('given_alone').values(row).execute(),
  /** Returns whether two accounts share a master, or one is the other's master. */
  areOne: async (one: string, other: string): Promise<boolean> => {
    const rows = await db.selectFrom('users').select(['id', 'master_id']).where('id', 'in', [one, other]).execute()
    return new Set(rows.map(({ id, master_id: masterId }) => masterId ?? id)).size < 2
  },
  /** Returns whether the account, its master or another account of the same master has one of these roles. */
  belongsTo: async (roles: readonly Role[], userId: string): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from users u join users x on coalesce(x.master_id, x.id) = coalesce(u.master_id, u.id)
      where u.id = ${userId} and x.role in (${sql.join([...roles])}) limit 1`.execute(db)
    return rows.length > 0
  },
})
