import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { containing } from '#server/db/like.ts'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface Page {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
}

export interface EarnedRow {
  version_id: string
  consumer_id: string
  price_micro: bigint
  seconds: bigint
  earned: bigint
}

export type StatementView = Selectable<DB['creator_statements']> & { nickname: string; consumers: number; lines: number }
export type LineView = Awaited<ReturnType<ReturnType<typeof statementsRepo>['lines']>>['items'][number]

/** All SQL of statements. What a person asks names the creator. */
export const statementsRepo = (db: Kysely<DB>) => {
  const views = () =>
    db
      .selectFrom('creator_statements as t')
      .innerJoin('users as u', 'u.id', 't.creator_id')
      .selectAll('t')
      .select([
        'u.nickname',
        sql<number>`(select count(distinct l.consumer_id)::int from creator_statement_lines l where l.statement_id = t.id)`.as(
          'consumers',
        ),
        sql<number>`(select count(*)::int from creator_statement_lines l where l.statement_id = t.id)`.as('lines'),
      ])
  const lines = (statement_id: string) =>
    db
      .selectFrom('creator_statement_lines as l')
      .innerJoin('community_image_versions as v', 'v.id', 'l.version_id')
      .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
      .innerJoin('users as u', 'u.id', 'l.consumer_id')
      .leftJoin('segments as s', 's.id', 'l.segment_id')
      .leftJoin('image_periods as p', 'p.id', 'l.period_id')
      .where('l.statement_id', '=', statement_id)
      .selectAll('l')
      .select(['c.name', 'v.version', 'u.nickname', 'p.order_id'])
      .select(sql<string>`coalesce(s.instance_id, p.instance_id)`.as('instance_id'))
  return {
    /** False when the month has its statement already. */
    insert: async (row: Insertable<DB['creator_statements']>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('creator_statements')
        .values(row)
        .onConflict((conflict) => conflict.columns(['creator_id', 'month']).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    insertLines: async (rows: readonly Insertable<DB['creator_statement_lines']>[]) => {
      for (let from = 0; from < rows.length; from += 500)
        await db
          .insertInto('creator_statement_lines')
          .values(rows.slice(from, from + 500))
          .execute()
    },
    settled: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('creator_statements')
        .select('id')
        .where('state', '=', 'settled')
        .orderBy('settled_at')
        .execute()
      return rows.map(({ id }) => id)
    },
    lock: (id: string) =>
      db.selectFrom('creator_statements').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    post: (id: string, row: { posted_at: Date; transaction_id: bigint | null }) =>
      db
        .updateTable('creator_statements')
        .set({ ...row, state: 'posted' })
        .where('id', '=', id)
        .execute(),
    lastMonth: async (): Promise<string | undefined> =>
      (await db.selectFrom('creator_months').select('month').orderBy('month', 'desc').limit(1).executeTakeFirst())?.month,
    closeMonth: (month: string, settled_at: Date) =>
      db
        .insertInto('creator_months')
        .values({ month, settled_at })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    sums: async (creator_id: string): Promise<{ settled_fen: bigint; posted_fen: bigint }> => {
      const row = await db
        .selectFrom('creator_statements')
        .where('creator_id', '=', creator_id)
        .select([
          sql<bigint>`coalesce(sum(amount_fen) filter (where state = 'settled'), 0)::bigint`.as('settled_fen'),
          sql<bigint>`coalesce(sum(amount_fen) filter (where state = 'posted'), 0)::bigint`.as('posted_fen'),
        ])
        .executeTakeFirstOrThrow()
      return row
    },
    list: (creator_id: string, { state, sort, ...page }: Page & { state?: string; sort?: 'month' | 'amount' }) => {
      let rows = views().where('t.creator_id', '=', creator_id)
      if (state) rows = rows.where('t.state', '=', state)
      return pageOf(rows, page, sort === 'amount' ? 't.amount_fen' : 't.month', 't.id')
    },
    listAll: ({
      state,
      month,
      keyword,
      sort,
      ...page
    }: Page & { state?: string; month?: string; keyword?: string; sort?: 'month' | 'amount' }) => {
      let rows = views()
      if (state) rows = rows.where('t.state', '=', state)
      if (month) rows = rows.where('t.month', '=', month)
      if (keyword)
        rows = rows.where((eb) =>
          eb.or([eb('u.nickname', 'ilike', containing(keyword)), eb('t.id', '=', keyword), eb('u.id', '=', keyword)]),
        )
      return pageOf(rows, page, sort === 'amount' ? 't.amount_fen' : 't.month', 't.id')
    },
    find: (creator_id: string, id: string): Promise<StatementView | undefined> =>
      views().where('t.creator_id', '=', creator_id).where('t.id', '=', id).executeTakeFirst(),
    findAny: (id: string): Promise<StatementView | undefined> => views().where('t.id', '=', id).executeTakeFirst(),
    /** Summed as income is: by version and consumer. */
    earned: (statement_id: string): Promise<EarnedRow[]> =>
      db
        .selectFrom('creator_statement_lines')
        .where('statement_id', '=', statement_id)
        .groupBy(['version_id', 'consumer_id'])
        .select([
          'version_id',
          'consumer_id',
          sql<bigint>`max(price_micro)`.as('price_micro'),
          sql<bigint>`sum(seconds)::bigint`.as('seconds'),
          sql<bigint>`sum(earned)::bigint`.as('earned'),
        ])
        .execute(),
    names: async (version_ids: readonly string[]) => {
      if (version_ids.length === 0) return new Map<string, { name: string; version: string }>()
      const rows = await db
        .selectFrom('community_image_versions as v')
        .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
        .where('v.id', 'in', version_ids)
        .select(['v.id', 'c.name', 'v.version'])
        .execute()
      return new Map(rows.map(({ id, ...names }) => [id, names]))
    },
    lines: (statement_id: string, { version_id, sort, ...page }: Page & { version_id?: string; sort?: 'from' | 'seconds' }) => {
      let rows = lines(statement_id)
      if (version_id) rows = rows.where('l.version_id', '=', version_id)
      return pageOf(rows, page, sort === 'seconds' ? 'l.seconds' : 'l.from_at', 'l.id')
    },
    linesAfter: (statement_id: string, after: bigint | undefined, limit: number) => {
      let rows = lines(statement_id)
      if (after !== undefined) rows = rows.where('l.id', '>', after)
      return rows.orderBy('l.id').limit(limit).execute()
    },
  }
}
