import { type Kysely, sql } from 'kysely'
import { containsText, toLikePattern } from '#server/db/like.ts'
import { findByNumber, findUser } from '#server/db/numbers.ts'
import { loadLatePage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL by which operators read users and their instances. Never selects an ID number. */
export const peopleRepo = (db: Kysely<DB>) => {
  const users = () =>
    db
      .selectFrom('users as u')
      .innerJoin('accounts as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.kind', '=', 'cash'))
      .innerJoinLateral(
        sql<{ instances: number; running: number }>`(
          select count(*)::int as instances, (count(*) filter (where i.status = 2))::int as running
          from instances i where i.user_id = u.id and i.released_at is null)`.as('n'),
        (join) => join.onTrue(),
      )
      .select([
        'u.id',
        'u.uuid',
        'u.nickname',
        'u.phone',
        'u.account_type',
        'u.role',
        'u.frozen_at',
        'u.frozen_reason',
        'u.created_at',
        'a.balance_fen',
        sql<boolean>`exists (select 1 from real_names n where n.user_id = u.id)`.as('verified'),
        'n.instances',
        'n.running',
      ])
  const instances = () =>
    db
      .selectFrom('instances as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .where('i.released_at', 'is', null)
      .select(['i.id', 'i.host_id', 'u.id as user_id', 'u.nickname', 'u.phone'])
  return {
    known: (name: string) => findUser(db, name),
    users: async (
      query: PageQuery & {
        sort?: 'created_at' | 'balance'
        keyword?: string
        role?: string
        frozen?: 'true' | 'false'
        balance?: 'positive' | 'negative'
      },
    ) => {
      let found = db
        .selectFrom('users as u')
        .innerJoin('accounts as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.kind', '=', 'cash'))
      if (query.role) found = found.where('u.role', '=', query.role)
      if (query.frozen) found = found.where('u.frozen_at', query.frozen === 'true' ? 'is not' : 'is', null)
      if (query.balance) found = found.where('a.balance_fen', query.balance === 'positive' ? '>' : '<', 0n)
      const { keyword } = query
      // Match full phone numbers only: knowing part of a number must not reveal the rest.
      const person = keyword ? await findUser(db, keyword) : undefined
      if (person) found = found.where('u.id', '=', person.id)
      else if (keyword) found = found.where(containsText(keyword, { names: ['u.nickname'], numbers: [] }))
      return loadLatePage(
        { found, rows: users(), id: ['u.id'] },
        query,
        query.sort === 'balance' ? 'a.balance_fen' : 'u.created_at',
      )
    },
    user: (id: string) => users().where('u.id', '=', id).executeTakeFirst(),
    sessions: (userId: string) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .select([(eb) => eb.fn.countAll<bigint>().as('n'), (eb) => eb.fn.max('last_seen_at').as('last_seen_at')])
        .executeTakeFirstOrThrow(),
    instances: async (
      query: PageQuery & {
        sort?: 'created_at' | 'status' | 'expire_at'
        keyword?: string
        status?: number
        region_id?: string
        charge_rule?: string
        user_id?: string
        host_id?: string
        product_id?: string
      },
    ) => {
      let found = db.selectFrom('instances as i').where('i.released_at', 'is', null)
      if (query.status !== undefined) found = found.where('i.status', '=', query.status)
      for (const field of ['region_id', 'charge_rule', 'user_id', 'host_id', 'product_id'] as const) {
        const value = query[field]
        if (value) found = found.where(`i.${field}`, '=', value)
      }
      const { keyword } = query
      const numbered = await findByNumber(db, 'instances', keyword)
      const owner = keyword && !numbered ? await findUser(db, keyword) : undefined
      if (numbered) found = found.where('i.id', 'in', numbered)
      else if (owner) found = found.where('i.user_id', '=', owner.id)
      else if (keyword) {
        const owners = db.selectFrom('users as u').where('u.nickname', 'ilike', toLikePattern(keyword)).select('u.id')
        found = found.where((eb) =>
          eb.or([
            containsText(keyword, { names: ['i.nick_name', 'i.host_id'], numbers: ['i.id'] }),
            eb('i.user_id', 'in', owners),
          ]),
        )
      }
      return loadLatePage({ found, rows: instances(), id: ['i.id'] }, query, `i.${query.sort ?? 'created_at'}`)
    },
    instance: (id: string) => instances().where('i.id', '=', id).executeTakeFirst(),
  }
}
