import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import { selectSamePersonIds } from '#server/db/same-person.ts'
import type { DB } from '#server/db/types.ts'

export type CampaignRow = Selectable<DB['coupon_campaigns']>

const codes = sql<number>`(select count(*)::int from coupon_codes x where x.campaign_id = p.id)`
const used = sql<bigint>`coalesce(case when p.kind = 'voucher' then
    (select -sum(e.amount_fen) from coupons c join accounts a on a.voucher_id = c.id join ledger_entries e on e.account_id = a.id
     join ledger_transactions t on t.id = e.transaction_id where c.campaign_id = p.id and t.kind in ('usage', 'order', 'refund'))
  else (select sum(o.discount_fen) from coupons c join orders o on o.coupon_id = c.id and o.status not in ('refunded', 'cancelled')
        where c.campaign_id = p.id) end, 0)::bigint`

const pending = sql<number>`(select count(*)::int from change_requests r where r.target_id = p.id and r.status = 'pending')`

/** All SQL for campaigns and their codes. */
export const campaignsRepo = (db: Kysely<DB>) => {
  const views = () =>
    db
      .selectFrom('coupon_campaigns as p')
      .innerJoin('users as u', 'u.id', 'p.created_by')
      .selectAll('p')
      .select(['u.nickname as created_by_name', codes.as('codes'), pending.as('pending'), used.as('used_fen')])
  return {
    page: (query: {
      page: number
      page_size: number
      sort?: 'created_at' | 'taken'
      order?: 'asc' | 'desc'
      keyword?: string
      kind?: string
      how?: string
    }) => {
      let rows = views()
      if (query.keyword) rows = rows.where('p.name', 'ilike', toLikePattern(query.keyword))
      if (query.kind) rows = rows.where('p.kind', '=', query.kind)
      if (query.how) rows = rows.where('p.how', '=', query.how)
      return loadPage(rows, query, `p.${query.sort ?? 'created_at'}`, 'p.id')
    },
    view: (id: string) => views().where('p.id', '=', id).executeTakeFirst(),
    /** Returns the campaigns open to anybody, with how many of each the person holds across all their accounts. */
    open: (userId: string, now: Date) =>
      db
        .selectFrom('coupon_campaigns as p')
        .selectAll('p')
        .select((eb) =>
          eb
            .selectFrom('coupons as c')
            .whereRef('c.campaign_id', '=', 'p.id')
            .where('c.user_id', 'in', selectSamePersonIds(userId))
            .select(eb.fn.countAll<bigint>().as('n'))
            .as('mine'),
        )
        .where('p.how', '=', 'open')
        .where('p.stopped_at', 'is', null)
        .where((eb) => eb.or([eb('p.ends_at', 'is', null), eb('p.ends_at', '>', now)]))
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id')
        .limit(50)
        .execute(),
    /** Locks the campaign until the transaction ends, so that concurrent grants share the remaining quota one by one. */
    lock: (id: string) => db.selectFrom('coupon_campaigns').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Counts what the person behind an account has received, across all their accounts. */
    countOf: async (campaignId: string, userId: string): Promise<number> => {
      const own = db
        .selectFrom('coupons')
        .where('campaign_id', '=', campaignId)
        .where('user_id', 'in', selectSamePersonIds(userId))
      return Number((await own.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow()).n)
    },
    take: (id: string) => db.updateTable('coupon_campaigns').set({ taken: sql`taken + 1` }).where('id', '=', id).execute(),
    insert: (row: Insertable<DB['coupon_campaigns']>) => db.insertInto('coupon_campaigns').values(row).execute(),
    stop: (id: string, stoppedAt: Date) =>
      db.updateTable('coupon_campaigns').set({ stopped_at: stoppedAt }).where('id', '=', id).execute(),
    begin: (id: string) => db.updateTable('coupon_campaigns').set({ stopped_at: null }).where('id', '=', id).execute(),
    countCodes: async (campaignId: string): Promise<number> => {
      const rows = db.selectFrom('coupon_codes').where('campaign_id', '=', campaignId)
      return Number((await rows.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow()).n)
    },
    insertCodes: (rows: readonly Insertable<DB['coupon_codes']>[]) => db.insertInto('coupon_codes').values(rows).execute(),
    someCode: () => db.selectFrom('coupon_codes').select(['hash', 'campaign_id', 'n']).limit(1).executeTakeFirst(),
    codes: (campaignId: string) =>
      db
        .selectFrom('coupon_codes as x')
        .leftJoin('coupons as c', 'c.id', 'x.coupon_id')
        .where('x.campaign_id', '=', campaignId)
        .select(['x.n', 'c.claimed_at'])
        .orderBy('x.n')
        .execute(),
    lockCode: (hash: string) =>
      db.selectFrom('coupon_codes').selectAll().where('hash', '=', hash).forNoKeyUpdate().executeTakeFirst(),
    useCode: (hash: string, couponId: string) =>
      db.updateTable('coupon_codes').set({ coupon_id: couponId }).where('hash', '=', hash).execute(),
    knownProducts: (ids: readonly string[]) => db.selectFrom('products').select('id').where('id', 'in', ids).execute(),
    knownRegions: (ids: readonly string[]) => db.selectFrom('regions').select('id').where('id', 'in', ids).execute(),
    usersOf: (named: readonly string[]) =>
      db
        .selectFrom('users')
        .select(['id', 'phone'])
        .where((eb) => eb.or([eb('phone', 'in', named), eb('id', 'in', named)]))
        .execute(),
  }
}

export type CampaignView = NonNullable<Awaited<ReturnType<ReturnType<typeof campaignsRepo>['view']>>>
