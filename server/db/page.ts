import { type SelectQueryBuilder, sql } from 'kysely'

export interface PageQuery {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
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
): Promise<{ items: Row[]; total: number }> {
  const direction = sql.raw(query.order === 'asc' ? 'asc' : 'desc')
  const items = await [sort, ...keys]
    .reduce((ordered, column) => ordered.orderBy(sql`${sql.ref(column)} ${direction} nulls last`), rows)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const counted = await rows
    .clearSelect()
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total: Number((counted as { total: bigint }).total) }
}
