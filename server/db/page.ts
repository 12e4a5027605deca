import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'

export interface PageQuery {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
  /** Counts all rows; otherwise counting stops after `countedRowsMax`. */
  count?: 'exact' | undefined
}

export interface Page<Row> {
  items: Row[]
  /** More than `countedRowsMax` unless asked for exactly: at least so many (`isTotalCapped`). */
  total: number
}

/** Columns that are never null, in any table: an index can only give an order without `nulls last`. */
export const requiredColumns: readonly string[] = [
  'id',
  'created_at',
  'place',
  'at',
  'day',
  'key',
  'amount_fen',
  'nick_name',
  'balance_fen',
]

const getCountedMost = ({ count }: PageQuery) => (count === 'exact' ? undefined : limits.countedRowsMax + 1)
const getOffset = ({ page, page_size: pageSize }: PageQuery): number => (page - 1) * pageSize

function orderRows<Schema, Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  { order = 'desc' }: PageQuery,
  columns: readonly string[],
): SelectQueryBuilder<Schema, Tables, Row> {
  return [...new Set(columns)].reduce((ordered, column) => {
    const isRequired = requiredColumns.includes(column.slice(column.lastIndexOf('.') + 1))
    return ordered.orderBy(sql`${sql.ref(column)} ${sql.raw(order)} ${sql.raw(isRequired ? '' : 'nulls last')}`)
  }, rows)
}

/** One row more than the page shows whether another page follows. */
function cutPage<Schema, Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  query: PageQuery,
  columns: readonly string[],
): SelectQueryBuilder<Schema, Tables, Row> {
  return orderRows(rows, query, columns)
    .limit(query.page_size + 1)
    .offset(getOffset(query))
}

/** Counts the rows of a query, as a part of a statement; no more than `most`, if given. */
function buildCount<Schema, Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  most?: number,
): RawBuilder<bigint> {
  const some = rows.clearSelect().select(sql`1`.as('one'))
  return sql<bigint>`(select count(*) from (${most === undefined ? some : some.limit(most)}) c)`
}

async function readCount<Schema, Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  counted: RawBuilder<bigint>,
): Promise<number> {
  // no row, no answer: then there is none to count
  const answer = await rows.clearSelect().select(counted.as('total')).limit(1).executeTakeFirst()
  return Number((answer as { total: bigint } | undefined)?.total ?? 0)
}

/** Counts the rows; no more than `most`, if given. */
export const countRows = <Schema, Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  most?: number,
): Promise<number> => readCount(rows, buildCount(rows, most))

/** Builds the page of rows read by `cutPage`; counts only if the page does not show how many there are. */
async function buildPage<Row>(read: Row[], query: PageQuery, count: () => Promise<number>): Promise<Page<Row>> {
  const seen = getOffset(query) + read.length
  const isLast = read.length <= query.page_size && (read.length > 0 || query.page === 1)
  if (isLast) return { items: read, total: seen }
  const counted = await count()
  return {
    items: read.slice(0, query.page_size),
    // who pages on by the total alone reaches the end
    total: counted > limits.countedRowsMax ? Math.max(counted, seen) : counted,
  }
}

/**
 * Loads one page of a query and the total; newest or largest first by default. Ties are ordered by the `keys`, of which the last
 * is unique.
 */
export async function loadPage<Schema, Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  query: PageQuery,
  sort: string,
  ...keys: readonly string[]
): Promise<Page<Row>> {
  const read = await cutPage(rows, query, [sort, ...keys]).execute()
  return buildPage(read, query, () => countRows(rows, getCountedMost(query)))
}

interface LatePage<FoundSchema, FoundTables extends keyof FoundSchema, Schema, Tables extends keyof Schema, Row> {
  /** Finds the rows, with no table but those that the filters and the order need. */
  found: SelectQueryBuilder<FoundSchema, FoundTables, unknown>
  /** All rows as they are shown. */
  rows: SelectQueryBuilder<Schema, Tables, Row>
  /** Columns of both that are unique together, the last also behind the order. */
  id: readonly string[]
  /** The total, where it is kept. */
  count?: RawBuilder<bigint> | undefined
}

/**
 * `loadPage` for long lists: skips and counts rows by the index alone, and reads only those of the page. One statement, in which the
 * database counts only where another page follows.
 */
export async function loadLatePage<FoundSchema, FoundTables extends keyof FoundSchema, Schema, Tables extends keyof Schema, Row>(
  { found, rows, id, count }: LatePage<FoundSchema, FoundTables, Schema, Tables, Row>,
  query: PageQuery,
  sort: string,
): Promise<Page<Row>> {
  const [columns, order] = [id.map((column) => sql.ref(column)), [sort, id.at(-1)!]]
  const ids = cutPage(found.clearSelect().select(columns.map((column, place) => column.as(`id_${place}`))), query, order)
  const counted = count ?? buildCount(found, getCountedMost(query))
  const shown = rows
    .where(sql<boolean>`(${sql.join(columns)}) in (${ids})`)
    .select(sql<bigint | null>`case when count(*) over () > ${query.page_size} then ${counted} end`.as('page_total'))
  const read = (await orderRows(shown, query, order).execute()) as (Row & { page_total: bigint | null })[]
  const total = read[0]?.page_total ?? null
  const items = read.map(({ page_total: _, ...row }) => row as unknown as Row)
  return buildPage(items, query, async () => (total === null ? readCount(found, counted) : Number(total)))
}
