import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type LlmModelRow = Selectable<DB['llm_models']>
export type LlmPriceRow = Selectable<DB['llm_prices']>

interface Query {
  page: number
  page_size: number
  sort?: 'sort' | 'id' | 'cost_month'
  order?: 'asc' | 'desc'
  keyword?: string
  kind?: string
  on_offer?: 'true' | 'false'
}

const newestPriceId = sql<string>`(select p.id from llm_prices p where p.model_id = m.id order by p.version desc limit 1)`

/** All SQL of models and their prices. Prices are versions: added, never changed (product §3). */
export const modelsRepo = (db: Kysely<DB>) => {
  const priced = () =>
    db
      .selectFrom('llm_models as m')
      .innerJoin('llm_prices as p', (join) => join.on('p.id', '=', newestPriceId))
      .where('m.on_offer', '=', true)
      .selectAll('m')
      .select(['p.id as price_id', 'p.input_micro', 'p.cached_micro', 'p.output_micro', 'p.created_at as priced_at'])
  const views = (monthBegan: Date) =>
    db
      .selectFrom('llm_models as m')
      .leftJoin('llm_prices as p', (join) => join.on('p.id', '=', newestPriceId))
      .leftJoin(
        sql<{ model_id: string; calls_month: number; month_pico: string }>`(
          select model_id, count(*)::int as calls_month, sum(cost_pico)::text as month_pico
          from llm_calls where ended_at >= ${monthBegan} group by model_id)`.as('c'),
        'c.model_id',
        'm.id',
      )
      .selectAll('m')
      .select(['p.version', 'p.input_micro', 'p.cached_micro', 'p.output_micro', 'p.created_at as priced_at'])
      .select(['c.calls_month', 'c.month_pico', sql<string>`coalesce(c.month_pico, '0')::numeric`.as('cost_order')])
      .select(
        sql<boolean>`exists (select 1 from change_requests r where r.kind = 'llm_price' and r.target_id = m.id and r.status = 'pending')`.as(
          'price_pending',
        ),
      )
  return {
    /** Callable models with their current prices. */
    offered: () => priced().orderBy('m.sort').orderBy('m.id').execute(),
    findOffered: (id: string) => priced().where('m.id', '=', id).executeTakeFirst(),
    /** Filters the given ids to the callable ones. */
    knownOf: async (ids: readonly string[]): Promise<Set<string>> => {
      const rows = await priced()
        .where('m.id', 'in', [...ids, ''])
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    page: (monthBegan: Date, { keyword, kind, on_offer: onOffer, sort = 'sort', order, ...query }: Query) => {
      let rows = views(monthBegan)
      if (keyword) {
        const like = toLikePattern(keyword)
        rows = rows.where((eb) =>
          eb.or([eb('m.id', 'ilike', like), eb('m.name', 'ilike', like), eb('m.upstream_name', 'ilike', like)]),
        )
      }
      if (kind) rows = rows.where('m.kind', '=', kind)
      if (onOffer) rows = rows.where('m.on_offer', '=', onOffer === 'true')
      const byCost = sort === 'cost_month'
      return loadPage(rows, { ...query, order: order ?? (byCost ? 'desc' : 'asc') }, byCost ? 'cost_order' : `m.${sort}`, 'm.id')
    },
    view: (id: string, monthBegan: Date) => views(monthBegan).where('m.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('llm_models').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Returns false if the id is taken. */
    insert: async (row: Insertable<DB['llm_models']>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('llm_models')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    update: (id: string, changes: Updateable<DB['llm_models']>) =>
      db.updateTable('llm_models').set(changes).where('id', '=', id).execute(),
    newestPrice: (modelId: string): Promise<LlmPriceRow | undefined> =>
      db
        .selectFrom('llm_prices')
        .selectAll()
        .where('model_id', '=', modelId)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst(),
    insertPrice: (row: Insertable<DB['llm_prices']>) => db.insertInto('llm_prices').values(row).execute(),
    prices: (modelId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
      loadPage(
        db
          .selectFrom('llm_prices as p')
          .where('p.model_id', '=', modelId)
          .selectAll('p')
          .select([
            sql<Date | null>`(select n.created_at from llm_prices n where n.model_id = p.model_id and n.version = p.version + 1)`.as(
              'until',
            ),
            sql<number>`(select count(*)::int from llm_calls c where c.price_id = p.id and c.ended_at is not null)`.as('calls'),
            sql<string>`(select coalesce(sum(c.cost_pico), 0)::text from llm_calls c where c.price_id = p.id)`.as('cost_pico'),
          ]),
        query,
        'p.version',
        'p.id',
      ),
  }
}
