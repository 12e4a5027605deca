import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type LlmCallState, playgroundKey } from '#contract/llm-bills.ts'
import { toMomentRange } from '#server/db/day-range.ts'
import { containsText } from '#server/db/like.ts'
import { findByNumber } from '#server/db/numbers.ts'
import { countRows, loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export interface CallFilters {
  keyword?: string | undefined
  /** Only calls of this user. */
  user_id?: string | undefined
  key_id?: string | undefined
  model?: string | undefined
  state?: LlmCallState | undefined
  from?: string | undefined
  to?: string | undefined
}

type FoundFilters = Omit<CallFilters, 'keyword'> & { meant?: RawBuilder<boolean> }

/** Sums are text, because they may exceed the column type of one call. */
export interface CallSumRow {
  calls: number
  prompt_tokens: string
  cached_tokens: string
  completion_tokens: string
  cost_pico: string
}

const daySql = sql<string>`to_char(c.ended_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD')`
const monthSql = sql<string>`to_char(c.ended_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM')`
const postedFenSql = sql<string>`coalesce(sum(c.posted_fen), 0)::text`

const sumColumns = [
  sql<number>`count(*)::int`.as('calls'),
  sql<string>`coalesce(sum(c.prompt_tokens), 0)::text`.as('prompt_tokens'),
  sql<string>`coalesce(sum(c.cached_tokens), 0)::text`.as('cached_tokens'),
  sql<string>`coalesce(sum(c.completion_tokens), 0)::text`.as('completion_tokens'),
  sql<string>`coalesce(sum(c.cost_pico), 0)::text`.as('cost_pico'),
] as const

const sorts = { at: 'c.ended_at', cost: 'c.cost_pico', total_ms: 'c.total_ms' } as const

/** All SQL that reads ended calls. User-facing reads always filter by `user_id`. */
export const billsRepo = (db: Kysely<DB>) => {
  const ended = ({ meant, ...filters }: FoundFilters) => {
    const { since, until } = toMomentRange(filters)
    let rows = db
      .selectFrom('llm_calls as c')
      .innerJoin('llm_models as m', 'm.id', 'c.model_id')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .leftJoin('llm_keys as k', 'k.id', 'c.key_id')
      .where('c.ended_at', 'is not', null)
    if (filters.user_id) rows = rows.where('c.user_id', '=', filters.user_id)
    if (filters.key_id === playgroundKey) rows = rows.where('c.key_id', 'is', null)
    else if (filters.key_id) rows = rows.where('c.key_id', '=', filters.key_id)
    if (filters.model) rows = rows.where('c.model_id', '=', filters.model)
    if (filters.state) rows = rows.where('c.state', '=', filters.state)
    if (since) rows = rows.where('c.ended_at', '>=', since)
    if (until) rows = rows.where('c.ended_at', '<', until)
    return meant ? rows.where(meant) : rows
  }
  /** Finds what a keyword means: calls whose number begins with it, or else part of a number, or for operators a user. */
  const resolve = async ({ keyword, ...filters }: CallFilters): Promise<FoundFilters> => {
    if (!keyword) return filters
    const numbered = await findByNumber(db, 'llm_calls', keyword)
    if (numbered) return { ...filters, meant: sql`c.id = any(${numbered}::text[])` }
    const inNumber = containsText(keyword, { names: [], numbers: ['c.request_id'] })
    if (filters.user_id) return { ...filters, meant: inNumber }
    const users = sql`select id from users where id = ${keyword} or ${containsText(keyword, { names: ['nickname'], numbers: [] })}`
    return { ...filters, meant: sql`(${inNumber} or c.user_id in (${users}))` }
  }
  const rows = (filters: FoundFilters) => ended(filters).selectAll('c').select(['m.kind', 'k.name as key_name', 'u.nickname'])
  return {
    page: async (
      filters: CallFilters,
      { sort = 'at', ...query }: { page: number; page_size: number; sort?: keyof typeof sorts; order?: 'asc' | 'desc' },
    ) => loadPage(rows(await resolve(filters)), query, sorts[sort], 'c.id'),
    find: (userId: string, id: string) =>
      rows({ user_id: userId })
        .innerJoin('llm_prices as p', 'p.id', 'c.price_id')
        .select(['p.input_micro', 'p.cached_micro', 'p.output_micro'])
        .where('c.id', '=', id)
        .executeTakeFirst(),
    count: async (filters: CallFilters, most: number) => countRows(ended(await resolve(filters)), most),
    /** Returns `limit` calls before `last`, newest first; an export uses it as a cursor. */
    before: async (filters: CallFilters, last: { ended_at: Date; id: string } | undefined, limit: number) => {
      const found = rows(await resolve(filters))
        .orderBy('c.ended_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(limit)
      return (last ? found.where(sql<boolean>`(c.ended_at, c.id) < (${last.ended_at}, ${last.id})`) : found).execute()
    },
    sum: async (filters: CallFilters) =>
      ended(await resolve(filters))
        .select([
          ...sumColumns,
          postedFenSql.as('posted_fen'),
          sql<number>`count(distinct c.user_id)::int`.as('users'),
          sql<number>`(count(*) filter (where c.state = 'error'))::int`.as('errors'),
        ])
        .executeTakeFirstOrThrow(),
    /** Sums by day and model, newest day first, within it the most expensive model first. */
    byDay: async (filters: CallFilters, limit: number) =>
      ended(await resolve(filters))
        .select([daySql.as('day'), 'c.model_id', ...sumColumns])
        .groupBy([daySql, 'c.model_id'])
        .orderBy('day', 'desc')
        .orderBy(sql`sum(c.cost_pico)`, 'desc')
        .orderBy('c.model_id')
        .limit(limit)
        .execute(),
    byMonth: (userId: string) =>
      ended({ user_id: userId })
        .select([monthSql.as('month'), ...sumColumns, postedFenSql.as('posted_fen')])
        .groupBy(monthSql)
        .orderBy('month', 'desc')
        .execute(),
    /** Usage per key and model, most expensive first. */
    lines: async (filters: CallFilters) =>
      ended(await resolve(filters))
        .select(['c.model_id', 'c.key_id', 'k.name as key_name', ...sumColumns])
        .groupBy(['c.model_id', 'c.key_id', 'k.name'])
        .orderBy(sql`sum(c.cost_pico)`, 'desc')
        .orderBy('c.model_id')
        .orderBy('c.key_id')
        .execute(),
    /** Exact cost and posted fen before a moment; their difference is the carry at that moment. */
    standingAt: async (userId: string, at: Date) => {
      const { cost_pico: costPico, posted_fen: postedFen } = await db
        .selectFrom('llm_calls as c')
        .where('c.user_id', '=', userId)
        .where('c.ended_at', '<', at)
        .select([sumColumns[4], postedFenSql.as('posted_fen')])
        .executeTakeFirstOrThrow()
      return { cost_pico: BigInt(costPico), posted_fen: BigInt(postedFen) }
    },
    subjects: async (userId: string) => {
      const models = await ended({ user_id: userId }).select('c.model_id').distinct().orderBy('c.model_id').execute()
      const keys = await ended({ user_id: userId })
        .select(['c.key_id', 'k.name'])
        .distinct()
        .orderBy('k.name')
        .orderBy('c.key_id')
        .execute()
      return { models: models.map(({ model_id: modelId }) => modelId), keys }
    },
    /** Call count, upstream errors and latency since a moment. */
    health: (since: Date) =>
      db
        .selectFrom('llm_calls as c')
        .where('c.ended_at', '>=', since)
        .select([
          sql<number>`count(*)::int`.as('calls'),
          sql<number>`(count(*) filter (where c.error_code like 'upstream%'))::int`.as('errors'),
          sql<number | null>`(percentile_cont(0.5) within group (order by c.first_byte_ms))::int`.as('first_byte_ms'),
        ])
        .executeTakeFirstOrThrow(),
  }
}

export type EndedCallRow = Awaited<ReturnType<ReturnType<typeof billsRepo>['page']>>['items'][number]
