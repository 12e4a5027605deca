import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import { selectSpentFen } from '#server/db/selected-spending.ts'
import type { DB } from '#server/db/types.ts'

interface Query extends PageQuery {
  sort?: 'created_at' | 'name'
  keyword?: string
}

/** What members have got of the budget since `from`: each of them, closed ones too, what came less what went back, but not below 0. */
const selectGivenFen = (from: Date) => sql<bigint>`(
  select coalesce(sum(greatest(got.fen, 0)), 0)::bigint from (
    select sum(e.amount_fen) as fen from sub_accounts s
    join ledger_transactions t on t.ref = s.user_id and t.kind = 'allocate' and t.at >= ${from}
    join ledger_entries e on e.transaction_id = t.id
    join accounts a on a.id = e.account_id and a.user_id = s.user_id and a.kind = 'cash'
    where s.project_id = p.id group by s.user_id) got)`

/** Cards of members' instances that run or are asked to run, but for one instance. */
const selectGpus = (instanceId = '') => sql<number>`(
  select coalesce(sum(i.gpu_num), 0)::int from sub_accounts s join instances i on i.user_id = s.user_id
  where s.project_id = p.id and i.released_at is null and i.desired = 'running' and i.gpu_mode = 'gpu' and i.id <> ${instanceId})`

/** All SQL for projects. Reads by a master name the master; removed projects are hidden. */
export const projectsRepo = (db: Kysely<DB>) => {
  const ownProjects = (masterId: string) =>
    db.selectFrom('projects as p').where('p.master_id', '=', masterId).where('p.removed_at', 'is', null)
  const ownProject = (masterId: string, id: string) => ownProjects(masterId).where('p.id', '=', id).selectAll()
  const views = (masterId: string, from: Date) =>
    ownProjects(masterId)
      .selectAll()
      .select([
        selectGivenFen(from).as('given_fen'),
        selectSpentFen(sql`select user_id from sub_accounts s where s.project_id = p.id`, from).as('spent_fen'),
        selectGpus().as('gpus'),
        sql<number>`(select count(*)::int from sub_accounts s where s.project_id = p.id and s.removed_at is null)`.as('members'),
        sql<bigint>`(select coalesce(sum(s.monthly_fen), 0)::bigint from sub_accounts s
          where s.project_id = p.id and s.removed_at is null)`.as('top_ups_fen'),
      ])
  return {
    page: (masterId: string, from: Date, { sort = 'created_at', keyword, ...query }: Query) => {
      const rows = views(masterId, from)
      const found = keyword ? rows.where('p.name', 'ilike', toLikePattern(keyword)) : rows
      return loadPage(found, query, `p.${sort}`, 'p.id')
    },
    view: (masterId: string, id: string, from: Date) => views(masterId, from).where('p.id', '=', id).executeTakeFirst(),
    find: (masterId: string, id: string) => ownProject(masterId, id).executeTakeFirst(),
    named: (masterId: string, name: string) => ownProjects(masterId).where('p.name', '=', name).select('p.id').executeTakeFirst(),
    count: async (masterId: string): Promise<number> => {
      const { n } = await ownProjects(masterId)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    lockMaster: (masterId: string) => db.selectFrom('users').select('id').where('id', '=', masterId).forNoKeyUpdate().execute(),
    insert: (row: Insertable<DB['projects']>) => db.insertInto('projects').values(row).execute(),
    update: (id: string, changes: Updateable<DB['projects']>) =>
      db.updateTable('projects').set(changes).where('id', '=', id).execute(),
    /**
     * Keeps a project from being removed until the transaction ends, while it gets a member. Does not wait for `lockGpus`, so that
     * wallets may be locked after it.
     */
    keep: (masterId: string, id: string) => ownProject(masterId, id).forKeyShare().executeTakeFirst(),
    /** Locks a project until the transaction ends; waits for those who give it members, and lets no more of them in. */
    lockToRemove: (masterId: string, id: string) => ownProject(masterId, id).forUpdate().executeTakeFirst(),
    /** Counts what still needs a project: members, and directories whose people come into it. */
    uses: async (id: string) => {
      const { rows } = await sql<{ members: number; directories: number }>`select
        (select count(*)::int from sub_accounts where project_id = ${id} and removed_at is null) as members,
        (select count(*)::int from directories d where d.project_id = ${id}
          or exists (select 1 from directory_groups g where g.directory_id = d.id and g.project_id = ${id})) as directories`.execute(
        db,
      )
      return rows[0]!
    },
    findBudget: (id: string, from: Date) =>
      db
        .selectFrom('projects as p')
        .where('p.id', '=', id)
        .select(['p.name', 'p.monthly_fen', selectGivenFen(from).as('given_fen')])
        .executeTakeFirstOrThrow(),
    /** Locks the quota of cards until the transaction ends, so that two members cannot both take the last of them. */
    lockGpus: (id: string) => db.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    /** Counts the cards in use, without those of one instance. */
    countGpus: async (id: string, besides?: string): Promise<number> => {
      const { gpus } = await db
        .selectFrom('projects as p')
        .where('p.id', '=', id)
        .select(selectGpus(besides).as('gpus'))
        .executeTakeFirstOrThrow()
      return gpus
    },
  }
}
