import { type Kysely, type Selectable, sql } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { commonCapabilitiesSql } from '#server/db/host-capabilities.ts'
import type { DB } from '#server/db/types.ts'

export type ProductRow = Omit<Selectable<DB['products']>, 'on_sale'>
type PriceColumns = Omit<Selectable<DB['product_prices']>, 'id' | 'product_id' | 'version' | 'created_at'>

/** A product on sale with its newest price and current availability. Prices in 1e-6 yuan per card. */
export interface ProductOffer extends ProductRow, PriceColumns {
  region_name: string
  price_id: string
  /** The largest number of cards one host can give to one request. */
  gpu_idles: number
  gpu_free: number
  gpu_total: number
  /** Number of queued requests; cards reserved for them do not count as free. */
  waiting: number
  simulated: boolean
  /** What an instance can rely on, wherever it comes to lie; null if no host has the cards. */
  capabilities: Capabilities | null
}

const productColumns = [
  'id',
  'name',
  'region_id',
  'gpu_model',
  'vendor',
  'vram_gb',
  'fp32',
  'fp16',
  'cpu',
  'memory_gb',
  'net_mbps',
  'sys_disk_gb',
  'max_gpu_num',
  'sort',
] as const satisfies readonly (keyof ProductRow)[]

export const productsRepo = (db: Kysely<DB>) => ({
  offers: async (productId?: string): Promise<ProductOffer[]> => {
    const { rows } = await sql<ProductOffer>`
      with claimed as (
        select distinct c.host_id, p.gpu_model as model from queue_claims() c join products p on p.id = c.product_id where not c.held
      ), host_stock as (
        select g.host_id, g.model, count(*) filter (where g.sellable and k.host_id is null)::int as free,
               count(*)::int as total
        from gpus g left join claimed k on k.host_id = g.host_id and k.model = g.model group by g.host_id, g.model
      ), stock as (
        select h.region_id, s.model, bool_or(h.simulated) as simulated, ${commonCapabilitiesSql} as capabilities, sum(s.total)::int as total,
               sum(case when h.schedulable then s.free else 0 end)::int as free,
               max(case when h.schedulable then s.free else 0 end)::int as idles
        from host_stock s join hosts h on h.id = s.host_id group by h.region_id, s.model
      )
      select p.id, p.name, p.region_id, r.name as region_name, p.gpu_model, p.vendor, p.vram_gb, p.fp32, p.fp16, p.cpu, p.memory_gb,
             p.net_mbps, p.sys_disk_gb, p.max_gpu_num, p.sort, price.id as price_id, price.hour_micro, price.day_micro, price.week_micro,
             price.hour_origin_micro, price.day_origin_micro, price.week_origin_micro,
             least(coalesce(stock.idles, 0), p.max_gpu_num) as gpu_idles, coalesce(stock.free, 0) as gpu_free,
             coalesce(stock.total, 0) as gpu_total,
             (select count(*)::int from queue_entries q where q.product_id = p.id and q.state = 'waiting') as waiting, coalesce(stock.simulated, false) as simulated, stock.capabilities
      from products p
      join regions r on r.id = p.region_id
      join lateral (select * from product_prices v where v.product_id = p.id order by v.version desc limit 1) price on true
      left join stock on stock.region_id = p.region_id and stock.model = p.gpu_model
      where p.on_sale and (${productId ?? null}::text is null or p.id = ${productId ?? null})
      order by p.sort, p.id`.execute(db)
    return rows
  },
  /** Selects a product on sale, without stock and price. */
  selectOnSale: (id: string) => db.selectFrom('products').select(productColumns).where('id', '=', id).where('on_sale', '=', true),
  /** What all hosts in use can promise, and whether any is simulated; null without one. */
  promise: async (): Promise<{ capabilities: Capabilities; simulated: boolean } | null> => {
    const { hosts, ...promise } = await db
      .selectFrom('hosts as h')
      .select([
        commonCapabilitiesSql.as('capabilities'),
        sql<boolean>`bool_or(h.simulated)`.as('simulated'),
        sql<number>`count(*)::int`.as('hosts'),
      ])
      .where(
        sql<boolean>`h.driver_schedulable or exists (select from instances i where i.host_id = h.id and i.released_at is null)`,
      )
      .executeTakeFirstOrThrow()
    return hosts > 0 ? promise : null
  },
  regions: () => db.selectFrom('regions').select(['id', 'name', 'city']).orderBy('sort').execute(),
  images: (vendor?: string) => {
    const rows = db.selectFrom('images').selectAll().where('kind', '=', 'base').where('on_offer', '=', true).orderBy('sort')
    return (vendor ? rows.where('vendor', '=', vendor) : rows).execute()
  },
})
