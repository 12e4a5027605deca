import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for projects. Reads by a master name the master; removed projects are hidden. */
export const projectsRepo = (db: Kysely<DB>) => {
  const ownProjects = (masterId: string, id: string) =>
    db.selectFrom('projects').where('master_id', '=', masterId).where('id', '=', id).where('removed_at', 'is', null)
  return {
    find: (masterId: string, id: string) => ownProjects(masterId, id).selectAll().executeTakeFirst(),
    /**
     * Keeps a project from being removed until the transaction ends, while it gets a member. Does not wait for `lockCards`, so that
     * wallets may be locked after it.
     */
    keep: (masterId: string, id: string) => ownProjects(masterId, id).selectAll().forKeyShare().executeTakeFirst(),
    /**
     * Returns a project's budget and what its members have got of it since `from`: for each of them, closed ones too, what came
     * from the master less what went back, but not less than nothing.
     */
    findBudget: (id: string, from: Date) =>
      db
        .selectFrom('projects as p')
        .where('p.id', '=', id)
        .select(['p.name', 'p.monthly_fen', selectGivenFen(from).as('given_fen')])
        .executeTakeFirstOrThrow(),
  }
}

const selectGivenFen = (from: Date) => sql<bigint>`(
  select coalesce(sum(greatest(got.fen, 0)), 0)::bigint from (
    select sum(e.amount_fen) as fen from sub_accounts s
    join ledger_transactions t on t.ref = s.user_id and t.kind = 'allocate' and t.at >= ${from}
    join ledger_entries e on e.transaction_id = t.id
    join accounts a on a.id = e.account_id and a.user_id = s.user_id and a.kind = 'cash'
    where s.project_id = p.id group by s.user_id) got)`
