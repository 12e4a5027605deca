import { type Kysely, sql } from 'kysely'
import type { GpuState } from '#contract/operator/gpus.ts'
import type { HostState } from '#contract/operator/hosts.ts'
import { capabilitiesSql } from '#server/db/host-capabilities.ts'
import { hostStateSql } from '#server/db/host-state.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadLatePage, loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

/** SQL for the state of card `g` on host `h`. */
const gpuStateSql = sql<GpuState>`case when g.instance_id is not null then 'rented' when h.schedulable and g.sellable then 'free' else 'closed' end`

interface SickCardRow {
  id: string
  gpu_model: string
  reason: string
  /** As JSON has it. */
  since: string
  reported: boolean
  instance_id: string | null
}

const countSql = (what: ReturnType<typeof sql>) => sql<number>`(select count(*)::int ${what})`

/** All SQL by which operators read the stock. */
export const stockRepo = (db: Kysely<DB>) => {
  const products = () =>
    db
      .selectFrom('products as p')
      .innerJoin('regions as r', 'r.id', 'p.region_id')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('product_prices as v')
            .selectAll('v')
            .whereRef('v.product_id', '=', 'p.id')
            .orderBy('v.version', 'desc')
            .limit(1)
            .as('price'),
        (join) => join.onTrue(),
      )
      .selectAll('p')
      .select([
        'r.name as region_name',
        'price.version as price_version',
        'price.hour_micro',
        'price.day_micro',
        'price.week_micro',
        'price.hour_origin_micro',
        'price.day_origin_micro',
        'price.week_origin_micro',
        sql<boolean>`exists (select 1 from change_requests c where c.kind = 'price' and c.target_id = p.id and c.status = 'pending')`.as(
          'price_pending',
        ),
        countSql(sql`from gpus g join hosts h on h.id = g.host_id where h.region_id = p.region_id and g.model = p.gpu_model`).as(
          'gpu_total',
        ),
        countSql(
          sql`from gpus g join hosts h on h.id = g.host_id where h.region_id = p.region_id and g.model = p.gpu_model and g.instance_id is not null`,
        ).as('gpu_rented'),
        countSql(sql`from instances i where i.product_id = p.id and i.released_at is null`).as('instances'),
      ])
  const regions = () =>
    db
      .selectFrom('regions as r')
      .selectAll('r')
      .select([
        countSql(sql`from hosts h where h.region_id = r.id`).as('hosts'),
        countSql(sql`from products p where p.region_id = r.id`).as('products'),
        countSql(sql`from instances i where i.region_id = r.id and i.released_at is null`).as('instances'),
      ])
  const hosts = () =>
    db
      .selectFrom('hosts as h')
      .leftJoin('regions as r', 'r.id', 'h.region_id')
      .leftJoin('host_maintenances as m', (join) =>
        join.onRef('m.host_id', '=', 'h.id').on('m.status', 'in', ['announced', 'under_way']),
      )
      .leftJoin('host_looks as k', 'k.host_id', 'h.id')
      .selectAll('h')
      .select([
        'r.name as region_name',
        hostStateSql.as('state'),
        capabilitiesSql.as('capabilities'),
        'k.unreachable_since',
        sql<string>`coalesce((select string_agg(distinct g.model, '、') from gpus g where g.host_id = h.id), '')`.as(
          'gpu_models',
        ),
        countSql(sql`from gpus g where g.host_id = h.id`).as('gpu_total'),
        countSql(sql`from gpus g where g.host_id = h.id and g.instance_id is not null`).as('gpu_rented'),
        countSql(sql`from instances i where i.host_id = h.id and i.released_at is null`).as('instances'),
        countSql(sql`from instances i where i.host_id = h.id and i.released_at is null and i.status = 2`).as('running'),
        sql<SickCardRow[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', g.uuid, 'gpu_model', g.model,
          'reason', coalesce(g.health, g.held_reason), 'since', coalesce(g.held_at, g.health_since), 'reported', g.health is not null,
          'instance_id', g.instance_id) order by g.uuid), '[]'::jsonb)
          from gpus g where g.host_id = h.id and (g.held_at is not null or g.health is not null))`.as('sick_cards'),
        'm.id as maintenance_id',
        'm.starts_at',
        'm.hours',
        'm.reason',
        'm.status',
        'm.announced_at',
        'm.reminded_at',
        'm.started_at',
        'm.ended_at',
      ])
  const images = () =>
    db
      .selectFrom('images as m')
      .where('m.kind', '=', 'base')
      .selectAll('m')
      .select(countSql(sql`from instances i where i.image_id = m.id and i.released_at is null`).as('instances'))
  const gpus = () =>
    db.selectFrom('gpus as g').innerJoin('hosts as h', 'h.id', 'g.host_id').leftJoin('regions as r', 'r.id', 'h.region_id')
  return {
    products: (
      query: PageQuery & {
        sort?: 'sort' | 'name' | 'gpu_total'
        keyword?: string
        region_id?: string
        on_sale?: 'true' | 'false'
      },
    ) => {
      let rows = products()
      if (query.region_id) rows = rows.where('p.region_id', '=', query.region_id)
      if (query.on_sale) rows = rows.where('p.on_sale', '=', query.on_sale === 'true')
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([eb('p.name', 'ilike', like), eb('p.gpu_model', 'ilike', like), eb('p.id', 'ilike', like)]),
        )
      }
      const sort = { sort: 'p.sort', name: 'p.name', gpu_total: 'gpu_total' }[query.sort ?? 'sort']
      return loadPage(rows, query.sort ? query : { ...query, order: 'asc' }, sort, 'p.id')
    },
    product: (id: string) => products().where('p.id', '=', id).executeTakeFirst(),
    prices: (productId: string, query: PageQuery) =>
      loadPage(
        db
          .selectFrom('product_prices as v')
          .where('v.product_id', '=', productId)
          .selectAll('v')
          .select([
            sql<Date | null>`(select n.created_at from product_prices n where n.product_id = v.product_id and n.version = v.version + 1)`.as(
              'until',
            ),
            countSql(sql`from orders o where o.price_id = v.id`).as('orders'),
            sql<bigint>`(select coalesce(sum(o.amount_fen), 0)::bigint from orders o where o.price_id = v.id and o.status <> 'refunded')`.as(
              'amount_fen',
            ),
          ]),
        query,
        'v.version',
        'v.version',
      ),
    regions: (query: PageQuery & { sort?: 'sort' | 'name' }) =>
      loadPage(regions(), query.sort ? query : { ...query, order: 'asc' }, `r.${query.sort ?? 'sort'}`, 'r.id'),
    region: (id: string) => regions().where('r.id', '=', id).executeTakeFirst(),
    hosts: (
      query: PageQuery & {
        sort?: 'id' | 'gpu_total' | 'gpu_rented' | 'seen_at'
        keyword?: string
        region_id?: string
        state?: HostState
        todo?: 'true'
      },
    ) => {
      let found = db
        .selectFrom('hosts as h')
        .leftJoin('host_maintenances as m', (join) =>
          join.onRef('m.host_id', '=', 'h.id').on('m.status', 'in', ['announced', 'under_way']),
        )
      if (query.region_id) found = found.where('h.region_id', '=', query.region_id)
      if (query.state) found = found.where(hostStateSql, '=', query.state)
      if (query.todo) found = found.where(sql<boolean>`(h.region_id is null or h.drained_at = h.held_at)`)
      if (query.keyword) found = found.where('h.id', 'ilike', toLikePattern(query.keyword))
      const { sort = 'id' } = query
      if (sort === 'gpu_total' || sort === 'gpu_rented')
        return loadPage(hosts().where('h.id', 'in', found.select('h.id')), query, sort, 'h.id')
      return loadLatePage({ found, rows: hosts(), id: ['h.id'] }, query.sort ? query : { ...query, order: 'asc' }, `h.${sort}`)
    },
    host: (id: string) => hosts().where('h.id', '=', id).executeTakeFirst(),
    images: (query: PageQuery & { sort?: 'sort' | 'name'; keyword?: string; vendor?: string; on_offer?: 'true' | 'false' }) => {
      let rows = images()
      if (query.vendor) rows = rows.where('m.vendor', '=', query.vendor)
      if (query.on_offer) rows = rows.where('m.on_offer', '=', query.on_offer === 'true')
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) => eb.or([eb('m.name', 'ilike', like), eb('m.reference', 'ilike', like)]))
      }
      return loadPage(rows, query.sort ? query : { ...query, order: 'asc' }, `m.${query.sort ?? 'sort'}`, 'm.id')
    },
    image: (id: string) => images().where('m.id', '=', id).executeTakeFirst(),
    gpus: (
      query: PageQuery & {
        sort?: 'host_id' | 'gpu_model'
        keyword?: string
        region_id?: string
        gpu_model?: string
        state?: GpuState
        held?: 'true'
      },
    ) => {
      let rows = gpus().select([
        'g.uuid',
        'g.model',
        'g.host_id',
        'h.region_id',
        'r.name as region_name',
        'g.instance_id',
        'g.health',
        'g.health_since',
        'g.missing',
        'g.held_at',
        'g.held_reason',
        gpuStateSql.as('state'),
      ])
      if (query.region_id) rows = rows.where('h.region_id', '=', query.region_id)
      if (query.gpu_model) rows = rows.where('g.model', '=', query.gpu_model)
      if (query.state) rows = rows.where(gpuStateSql, '=', query.state)
      if (query.held) rows = rows.where('g.held_at', 'is not', null)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([eb('g.host_id', 'ilike', like), eb('g.uuid', 'ilike', like), eb('g.instance_id', 'ilike', like)]),
        )
      }
      const sort = query.sort === 'gpu_model' ? 'g.model' : 'g.host_id'
      return loadPage(rows, query.sort ? query : { ...query, order: 'asc' }, sort, 'g.uuid')
    },
    /** Counts cards by region, model and state, for the panel. */
    gpuCounts: () =>
      gpus()
        .groupBy(['h.region_id', 'r.name', 'r.sort', 'g.model', gpuStateSql])
        .select([
          'h.region_id',
          'r.name as region_name',
          'g.model',
          gpuStateSql.as('state'),
          (eb) => eb.fn.countAll<bigint>().as('n'),
        ])
        .orderBy('r.sort')
        .orderBy('g.model')
        .execute(),
    instanceCounts: () =>
      db
        .selectFrom('instances')
        .where('released_at', 'is', null)
        .groupBy('status')
        .select(['status', (eb) => eb.fn.countAll<bigint>().as('n')])
        .orderBy('status')
        .execute(),
  }
}
