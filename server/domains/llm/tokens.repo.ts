import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { LlmKeyState } from '#contract/llm-keys.ts'
import { pico_per_fen } from '#contract/money.ts'
import { containing } from '#server/db/like.ts'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type KeyRow = Selectable<DB['llm_keys']>

interface Query {
  page: number
  page_size: number
  sort?: 'created_at' | 'name' | 'spent' | 'last_used_at'
  order?: 'asc' | 'desc'
  keyword?: string
  state?: LlmKeyState
}

/** The state of a key at a moment; what stops it first is told. */
const stateAt = (now: Date) => sql<LlmKeyState>`case when k.disabled_at is not null then 'disabled'
  when k.expires_at <= ${now} then 'expired'
  when k.spent_pico >= k.cap_fen * ${pico_per_fen}::bigint then 'used_up' else 'active' end`

/** All SQL of keys. What a person asks names the owner; a removed key is gone. */
export const keysRepo = (db: Kysely<DB>) => {
  const own = (user_id: string, now: Date, month_began: Date) =>
    db
      .selectFrom('llm_keys as k')
      .where('k.user_id', '=', user_id)
      .where('k.removed_at', 'is', null)
      .selectAll('k')
      .select([
        stateAt(now).as('state'),
        sql<string>`(select coalesce(sum(c.cost_pico), 0)::text from llm_calls c where c.key_id = k.id and c.ended_at >= ${month_began})`.as(
          'month_pico',
        ),
      ])
  return {
    page: (user_id: string, now: Date, month_began: Date, { keyword, state, sort = 'created_at', ...query }: Query) => {
      let rows = own(user_id, now, month_began)
      if (keyword) {
        const like = containing(keyword)
        rows = rows.where((eb) => eb.or([eb('k.name', 'ilike', like), eb('k.last4', '=', keyword)]))
      }
      if (state) rows = rows.where(stateAt(now), '=', state)
      return pageOf(rows, query, sort === 'spent' ? 'k.spent_pico' : `k.${sort}`, 'k.id')
    },
    find: (user_id: string, id: string, now: Date, month_began: Date) =>
      own(user_id, now, month_began).where('k.id', '=', id).executeTakeFirst(),
    /** Whose secret it is, with what decides whether it is served. */
    bySecret: (secret_hash: string) =>
      db
        .selectFrom('llm_keys as k')
        .innerJoin('users as u', 'u.id', 'k.user_id')
        .where('k.secret_hash', '=', secret_hash)
        .where('k.removed_at', 'is', null)
        .selectAll('k')
        .select(['u.frozen_at', 'u.is_tencent'])
        .executeTakeFirst(),
    current: (id: string) =>
      db.selectFrom('llm_keys').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst(),
    all: (user_id: string) =>
      db
        .selectFrom('llm_keys')
        .select(['name', 'prefix', 'last4'])
        .where('user_id', '=', user_id)
        .where('removed_at', 'is', null)
        .orderBy('created_at')
        .execute(),
    lockOwner: (user_id: string) => db.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute(),
    count: async (user_id: string): Promise<number> => {
      const { n } = await db
        .selectFrom('llm_keys')
        .where('user_id', '=', user_id)
        .where('removed_at', 'is', null)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    insert: (row: Insertable<DB['llm_keys']>) => db.insertInto('llm_keys').values(row).execute(),
    /** False when the user has no such key. */
    update: async (user_id: string, id: string, changes: Updateable<DB['llm_keys']>): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('llm_keys')
        .set(changes)
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    addSpent: (id: string, cost_pico: bigint, at: Date) =>
      db
        .updateTable('llm_keys')
        .set((eb) => ({ spent_pico: eb('spent_pico', '+', cost_pico), calls: eb('calls', '+', 1), last_used_at: at }))
        .where('id', '=', id)
        .execute(),
  }
}
