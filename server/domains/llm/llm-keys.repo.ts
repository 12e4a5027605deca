import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toMonthStart, toShanghaiMonth } from '#contract/day.ts'
import type { LlmKeyState } from '#contract/llm-keys.ts'
import { picoPerFen } from '#contract/money.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type LlmKeyRow = Selectable<DB['llm_keys']>

/** A key as its owner sees it. */
export interface OwnLlmKeyRow extends LlmKeyRow {
  state: LlmKeyState
  /** Cost of this month's calls. */
  month_pico: bigint
}

interface Query {
  page: number
  page_size: number
  sort?: 'created_at' | 'name' | 'spent' | 'last_used_at'
  order?: 'asc' | 'desc'
  keyword?: string
  state?: LlmKeyState
}

/** State of a key at a moment; if several reasons block it, the first one in this order counts. */
const keyStateSql = (now: Date) => sql<LlmKeyState>`case when k.disabled_at is not null then 'disabled'
  when k.expires_at <= ${now} then 'expired'
  when k.spent_pico >= k.cap_fen * ${picoPerFen}::bigint then 'used_up' else 'active' end`

/** All SQL of keys. User-facing reads filter by owner; removed keys are hidden. */
export const llmKeysRepo = (db: Kysely<DB>) => {
  const own = (userId: string, now: Date) =>
    db
      .selectFrom('llm_keys as k')
      .where('k.user_id', '=', userId)
      .where('k.removed_at', 'is', null)
      .selectAll('k')
      .select([
        keyStateSql(now).as('state'),
        sql<bigint>`(select coalesce(sum(c.cost_pico), 0)::bigint from llm_calls c where c.key_id = k.id and c.ended_at >= ${toMonthStart(toShanghaiMonth(now))})`.as(
          'month_pico',
        ),
      ])
  return {
    page: (userId: string, now: Date, { keyword, state, sort = 'created_at', ...query }: Query) => {
      let rows = own(userId, now)
      if (keyword) {
        const like = toLikePattern(keyword)
        rows = rows.where((eb) => eb.or([eb('k.name', 'ilike', like), eb('k.last4', '=', keyword)]))
      }
      if (state) rows = rows.where(keyStateSql(now), '=', state)
      return loadPage(rows, query, sort === 'spent' ? 'k.spent_pico' : `k.${sort}`, 'k.id')
    },
    find: (userId: string, id: string, now: Date) => own(userId, now).where('k.id', '=', id).executeTakeFirst(),
    /** Finds the key of a secret, with the columns that decide whether it may be used. */
    bySecret: (secretHash: string) =>
      db
        .selectFrom('llm_keys as k')
        .innerJoin('users as u', 'u.id', 'k.user_id')
        .where('k.secret_hash', '=', secretHash)
        .where('k.removed_at', 'is', null)
        .selectAll('k')
        .select(['u.frozen_at', 'u.is_tencent'])
        .executeTakeFirst(),
    current: (id: string) =>
      db.selectFrom('llm_keys').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst(),
    names: (userId: string) =>
      db
        .selectFrom('llm_keys')
        .select(['name', 'prefix', 'last4'])
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .orderBy('created_at')
        .execute(),
    lockOwner: (userId: string) => db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute(),
    count: async (userId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('llm_keys')
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    insert: (row: Insertable<DB['llm_keys']>) => db.insertInto('llm_keys').values(row).execute(),
    /** Returns false if the user has no such key. */
    update: async (userId: string, id: string, changes: Updateable<DB['llm_keys']>): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('llm_keys')
        .set(changes)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    /** An update to be executed. */
    buildSpentUpdate: (id: string, costPico: bigint, at: Date) =>
      db
        .updateTable('llm_keys')
        .set((eb) => ({ spent_pico: eb('spent_pico', '+', costPico), calls: eb('calls', '+', 1), last_used_at: at }))
        .where('id', '=', id),
  }
}
