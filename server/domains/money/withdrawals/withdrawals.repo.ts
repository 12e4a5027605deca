import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import { selectWaitingWithdrawals } from '#server/db/waiting-rows.ts'

interface WithdrawalQuery extends PageQuery {
  status?: string
  type?: string
}

/** The owner sees a withdrawal as under review until both reviewers have decided. */
const shownStatuses: Record<string, readonly string[]> = { pending: ['pending', 'checking'] }
const openStatuses = ['pending', 'checking', 'paying']

/** All SQL for withdrawals, except their parts. */
export const withdrawalsRepo = (db: Kysely<DB>) => {
  const sumOf = (status: string) =>
    sql<bigint>`(select coalesce(sum(p.amount_fen), 0)::bigint from withdrawal_parts p where p.withdrawal_id = w.id and p.status = ${status})`
  const shown = () =>
    db
      .selectFrom('withdrawals as w')
      .selectAll('w')
      .select([sumOf('done').as('paid_fen'), sumOf('returned').as('returned_fen')])
  const reviewed = () =>
    shown()
      .innerJoin('users as u', 'u.id', 'w.user_id')
      .leftJoin('real_names as n', 'n.user_id', 'w.user_id')
      .leftJoin('users as f', 'f.id', 'w.first_by')
      .leftJoin('users as d', 'd.id', 'w.decided_by')
      .select(['u.nickname', 'n.name_masked', 'f.nickname as first_nickname', 'd.nickname as decider_nickname'])
      .select(
        sql<number>`(select count(*)::int from withdrawal_parts p where p.withdrawal_id = w.id
          and (p.status = 'failed' or (p.status = 'waiting' and p.channel in ('bank', 'payee'))))`.as('open_parts'),
      )
  return {
    insert: (row: Insertable<DB['withdrawals']>) => db.insertInto('withdrawals').values(row).execute(),
    update: (id: string, changes: Updateable<DB['withdrawals']>) =>
      db.updateTable('withdrawals').set(changes).where('id', '=', id).execute(),
    lock: (id: string) => db.selectFrom('withdrawals').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    countOpen: async (userId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('withdrawals')
        .where('user_id', '=', userId)
        .where('status', 'in', openStatuses)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    find: (userId: string, id: string) => shown().where('w.user_id', '=', userId).where('w.id', '=', id).executeTakeFirst(),
    list: (userId: string, query: WithdrawalQuery) => {
      let rows = shown().where('w.user_id', '=', userId)
      if (query.status) rows = rows.where('w.status', 'in', shownStatuses[query.status] ?? [query.status])
      if (query.type) rows = rows.where('w.type', '=', Number(query.type))
      return loadPage(rows, query, 'w.created_at', 'w.id')
    },
    findAny: (id: string) => reviewed().where('w.id', '=', id).executeTakeFirst(),
    /** Lists the withdrawals of all users; `todo` selects those that wait for this operator. */
    listAll: (me: string, query: WithdrawalQuery & { sort?: 'created_at' | 'amount'; keyword?: string; todo?: 'true' }) => {
      let rows = reviewed()
      if (query.todo) rows = rows.where(selectWaitingWithdrawals(me))
      if (query.status) rows = rows.where('w.status', '=', query.status)
      if (query.type) rows = rows.where('w.type', '=', Number(query.type))
      if (query.keyword) {
        const { keyword } = query
        rows = rows.where((eb) =>
          eb.or([eb('w.id', '=', keyword), eb('w.user_id', '=', keyword), eb('u.nickname', 'ilike', toLikePattern(keyword))]),
        )
      }
      return loadPage(rows, query, query.sort === 'amount' ? 'w.amount_fen' : 'w.created_at', 'w.id')
    },
  }
}

export type WithdrawalRow = Selectable<DB['withdrawals']>
export type ShownWithdrawal = NonNullable<Awaited<ReturnType<ReturnType<typeof withdrawalsRepo>['find']>>>
export type ReviewedWithdrawal = NonNullable<Awaited<ReturnType<ReturnType<typeof withdrawalsRepo>['findAny']>>>
