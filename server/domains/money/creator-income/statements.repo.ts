import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export interface EarnedRow {
  version_id: string
  consumer_id: string
  price_micro: bigint
  seconds: bigint
  earned: bigint
}

export type CreatorStatementView = Selectable<DB['creator_statements']> & {
  nickname: string
  consumers: number
  lines: number
  /** Includes amounts released later, when consumers had paid their debts. */
  received_fen: bigint
}
/** Statement income by version and consumer: counted already (`owed` false), or still owed by the consumer. */
export interface DueIncomeRow extends EarnedRow {
  statement_id: string
  owed: boolean
}
/** A line that was unpaid by its consumer when the statement was made. */
export interface OwedStatementLine extends EarnedRow {
  id: bigint
  statement_id: string
  entry_id: bigint
  segment_id: bigint
  whole_fen: bigint
  /** The part of the charge paid from the consumer's balance (`entry_fen`: the whole entry's deduction). */
  charge_fen: bigint
  entry_fen: bigint
}
export type StatementLineView = Awaited<ReturnType<ReturnType<typeof creatorStatementsRepo>['lines']>>['items'][number]

/** All SQL for statements. User-facing reads name the creator. */
export const creatorStatementsRepo = (db: Kysely<DB>) => {
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
        sql<bigint>`(t.amount_fen
          + coalesce((select sum(r.amount_fen) from creator_releases r where r.statement_id = t.id), 0))::bigint`.as(
          'received_fen',
        ),
      ])
  const lines = (statementId: string) =>
    db
      .selectFrom('creator_statement_lines as l')
      .innerJoin('community_image_versions as v', 'v.id', 'l.version_id')
      .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
      .innerJoin('users as u', 'u.id', 'l.consumer_id')
      .leftJoin('segments as s', 's.id', 'l.segment_id')
      .leftJoin('image_periods as p', 'p.id', 'l.period_id')
      .leftJoin('creator_released_lines as d', 'd.line_id', 'l.id')
      .leftJoin('creator_releases as r', 'r.id', 'd.release_id')
      .where('l.statement_id', '=', statementId)
      .selectAll('l')
      .select(['c.name', 'v.version', 'u.nickname', 'p.order_id', 'r.at as released_at'])
      .select(['d.cash_fen as released_cash_fen', 'd.earned as released_earned'])
      .select(sql<string>`coalesce(s.instance_id, p.instance_id)`.as('instance_id'))
  return {
    /** Inserts a statement; returns false if the month already has one. */
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
    closeMonth: (month: string, settledAt: Date) =>
      db
        .insertInto('creator_months')
        .values({ month, settled_at: settledAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    sums: async (creatorId: string): Promise<{ settled_fen: bigint; posted_fen: bigint }> => {
      const row = await db
        .selectFrom('creator_statements')
        .where('creator_id', '=', creatorId)
        .select([
          sql<bigint>`coalesce(sum(amount_fen) filter (where state = 'settled'), 0)::bigint`.as('settled_fen'),
          sql<bigint>`(coalesce(sum(amount_fen) filter (where state = 'posted'), 0) + coalesce((
            select sum(r.amount_fen) from creator_releases r join creator_statements t on t.id = r.statement_id
            where t.creator_id = ${creatorId}), 0))::bigint`.as('posted_fen'),
        ])
        .executeTakeFirstOrThrow()
      return row
    },
    /** Returns, for statements with owed lines, what counts already and what is owed. */
    due: async (of: { creator_id: string } | { statement_ids: readonly string[] }): Promise<DueIncomeRow[]> => {
      const wanted = 'creator_id' in of ? sql`t.creator_id = ${of.creator_id}` : sql`t.id = any(${of.statement_ids}::text[])`
      const { rows } = await sql<DueIncomeRow>`
        select l.statement_id, l.version_id, l.consumer_id, max(l.price_micro) as price_micro, sum(l.seconds)::bigint as seconds,
          sum(coalesce(d.earned, l.earned))::bigint as earned, l.pending and d.line_id is null as owed
        from creator_statements t join creator_statement_lines l on l.statement_id = t.id
        left join creator_released_lines d on d.line_id = l.id
        where ${wanted} and exists (select 1 from creator_statement_lines o where o.statement_id = t.id and o.pending
          and o.consumer_id = l.consumer_id and o.version_id = l.version_id
          and not exists (select 1 from creator_released_lines r where r.line_id = o.id))
        group by l.statement_id, l.version_id, l.consumer_id, l.pending and d.line_id is null`.execute(db)
      return rows
    },
    /** Lists the consumers who owe something on a posted statement. */
    debtors: async (): Promise<{ consumer_id: string; statement_id: string }[]> => {
      const { rows } = await sql<{ consumer_id: string; statement_id: string }>`
        select distinct l.consumer_id, l.statement_id from creator_statement_lines l
        join creator_statements t on t.id = l.statement_id and t.state = 'posted'
        where l.pending and not exists (select 1 from creator_released_lines d where d.line_id = l.id)
        order by l.statement_id, l.consumer_id`.execute(db)
      return rows
    },
    owedLines: async (statementId: string, consumerIds: readonly string[]): Promise<OwedStatementLine[]> => {
      const { rows } = await sql<OwedStatementLine>`
        select l.id, l.statement_id, l.version_id, l.consumer_id, l.price_micro, l.seconds, l.earned, l.entry_id, l.segment_id, l.whole_fen,
          -e.amount_fen as entry_fen, (
            select sum(c.fen - c.voucher_fen) from usage_charges c
            where c.segment_id = l.segment_id and c.transaction_id = e.transaction_id)::bigint as charge_fen
        from creator_statement_lines l join ledger_entries e on e.id = l.entry_id
        where l.statement_id = ${statementId} and l.consumer_id = any(${consumerIds}::text[]) and l.pending
          and not exists (select 1 from creator_released_lines d where d.line_id = l.id)
        order by l.id`.execute(db)
      return rows
    },
    insertRelease: async (
      row: Insertable<DB['creator_releases']>,
      lines: readonly Insertable<DB['creator_released_lines']>[],
    ): Promise<void> => {
      await db.insertInto('creator_releases').values(row).execute()
      await db.insertInto('creator_released_lines').values(lines).execute()
    },
    list: (creatorId: string, { state, sort, ...page }: PageQuery & { state?: string; sort?: 'month' | 'amount' }) => {
      let rows = views().where('t.creator_id', '=', creatorId)
      if (state) rows = rows.where('t.state', '=', state)
      return loadPage(rows, page, sort === 'amount' ? 'received_fen' : 't.month', 't.id')
    },
    listAll: ({
      state,
      month,
      keyword,
      sort,
      ...page
    }: PageQuery & { state?: string; month?: string; keyword?: string; sort?: 'month' | 'amount' }) => {
      let rows = views()
      if (state) rows = rows.where('t.state', '=', state)
      if (month) rows = rows.where('t.month', '=', month)
      if (keyword)
        rows = rows.where((eb) =>
          eb.or([eb('u.nickname', 'ilike', toLikePattern(keyword)), eb('t.id', '=', keyword), eb('u.id', '=', keyword)]),
        )
      return loadPage(rows, page, sort === 'amount' ? 'received_fen' : 't.month', 't.id')
    },
    find: (creatorId: string, id: string): Promise<CreatorStatementView | undefined> =>
      views().where('t.creator_id', '=', creatorId).where('t.id', '=', id).executeTakeFirst(),
    findAny: (id: string): Promise<CreatorStatementView | undefined> => views().where('t.id', '=', id).executeTakeFirst(),
    /** Returns what counts, grouped by version and consumer as income is. */
    earned: async (statementId: string): Promise<EarnedRow[]> => {
      const { rows } = await sql<EarnedRow>`
        select l.version_id, l.consumer_id, max(l.price_micro) as price_micro, sum(l.seconds)::bigint as seconds,
          sum(case when l.pending then coalesce(d.earned, 0) else l.earned end)::bigint as earned
        from creator_statement_lines l left join creator_released_lines d on d.line_id = l.id
        where l.statement_id = ${statementId} group by l.version_id, l.consumer_id`.execute(db)
      return rows
    },
    names: async (versionIds: readonly string[]) => {
      if (versionIds.length === 0) return new Map<string, { name: string; version: string }>()
      const rows = await db
        .selectFrom('community_image_versions as v')
        .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
        .where('v.id', 'in', versionIds)
        .select(['v.id', 'c.name', 'v.version'])
        .execute()
      return new Map(rows.map(({ id, ...names }) => [id, names]))
    },
    lines: (
      statementId: string,
      { version_id: versionId, sort, ...page }: PageQuery & { version_id?: string; sort?: 'from' | 'seconds' },
    ) => {
      let rows = lines(statementId)
      if (versionId) rows = rows.where('l.version_id', '=', versionId)
      return loadPage(rows, page, sort === 'seconds' ? 'l.seconds' : 'l.from_at', 'l.id')
    },
    linesAfter: (statementId: string, after: bigint | undefined, limit: number) => {
      let rows = lines(statementId)
      if (after !== undefined) rows = rows.where('l.id', '>', after)
      return rows.orderBy('l.id').limit(limit).execute()
    },
  }
}
