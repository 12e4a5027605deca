import { type Insertable, type Kysely, sql } from 'kysely'
import type { CouponState } from '#contract/coupons.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface CouponPageQuery extends PageQuery {
  sort?: 'claimed_at' | 'valid_until'
}

/** All SQL for coupons and vouchers that users hold. User-facing reads name the owner. */
export const couponsRepo = (db: Kysely<DB>, now: Date) => {
  const orderOf = sql<
    string | null
  >`(select o.id from orders o where o.coupon_id = c.id and o.status not in ('refunded', 'cancelled'))`
  const state = sql<CouponState>`case
    when p.kind <> 'voucher' and ${orderOf} is not null then 'used_up'
    when p.kind = 'voucher' and a.balance_fen = 0 and c.ended_at is null then 'used_up'
    when c.ended_at is not null or c.valid_until <= ${now} then 'expired'
    when c.valid_from > ${now} then 'not_yet' else 'usable' end`
  const spent = sql<bigint>`coalesce(case when p.kind = 'voucher' then
      (select -sum(e.amount_fen) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where e.account_id = a.id and t.kind in ('usage', 'order', 'refund'))
    else (select o.discount_fen from orders o where o.coupon_id = c.id and o.status not in ('refunded', 'cancelled')) end, 0)::bigint`
  const rows = () =>
    db
      .selectFrom('coupons as c')
      .innerJoin('coupon_campaigns as p', 'p.id', 'c.campaign_id')
      .leftJoin('accounts as a', 'a.voucher_id', 'c.id')
      .selectAll('c')
      .select([
        'p.name',
        'p.kind',
        'p.how',
        'p.scope',
        'p.face_fen',
        'p.threshold_fen',
        'p.reduction_fen',
        'p.percent',
        'p.cap_fen',
      ])
      .select(['a.balance_fen as remaining_fen', state.as('state'), spent.as('spent_fen'), orderOf.as('order_id')])
  return {
    list: (userId: string, query: CouponPageQuery & { state?: string; kind?: string }) => {
      let own = rows().where('c.user_id', '=', userId)
      if (query.state) own = own.where(state, '=', query.state as CouponState)
      if (query.kind) own = own.where('p.kind', '=', query.kind)
      return loadPage(own, query, `c.${query.sort ?? 'claimed_at'}`, 'c.id')
    },
    /** Returns everything a user can still use, now or later. */
    alive: (userId: string) =>
      rows()
        .where('c.user_id', '=', userId)
        .where('c.valid_until', '>', now)
        .where('c.ended_at', 'is', null)
        .orderBy('c.valid_until')
        .orderBy('c.id')
        .execute(),
    find: (userId: string, id: string) => rows().where('c.user_id', '=', userId).where('c.id', '=', id).executeTakeFirst(),
    /** Locks the coupon until the transaction ends, so that only one of two concurrent orders gets it. */
    lock: (id: string) => db.selectFrom('coupons').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    insert: (row: Insertable<DB['coupons']>) => db.insertInto('coupons').values(row).execute(),
    entries: (id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
      loadPage(
        db
          .selectFrom('ledger_entries as e')
          .innerJoin('accounts as a', 'a.id', 'e.account_id')
          .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
          .where('a.voucher_id', '=', id)
          .select(['e.id', 't.kind', 't.title', 't.ref', 'e.amount_fen', 'e.balance_after_fen', 't.at']),
        query,
        'e.id',
        'e.id',
      ),
    /** Lists coupons of all users, for operators. */
    held: (query: CouponPageQuery & { campaign_id?: string; state?: string; keyword?: string }) => {
      let all = rows().innerJoin('users as u', 'u.id', 'c.user_id').select(['u.nickname'])
      if (query.campaign_id) all = all.where('c.campaign_id', '=', query.campaign_id)
      if (query.state) all = all.where(state, '=', query.state as CouponState)
      if (query.keyword) {
        const { keyword } = query
        all = all.where((eb) =>
          eb.or([eb('u.nickname', 'ilike', toLikePattern(keyword)), eb('u.phone', '=', keyword), eb('c.user_id', '=', keyword)]),
        )
      }
      return loadPage(all, query, `c.${query.sort ?? 'claimed_at'}`, 'c.id')
    },
    /** Returns expired vouchers with a remaining balance. */
    toEnd: (limit: number) =>
      db
        .selectFrom('coupons as c')
        .innerJoin('accounts as a', 'a.voucher_id', 'c.id')
        .where('c.valid_until', '<=', now)
        .where('c.ended_at', 'is', null)
        .where('a.balance_fen', '>', 0n)
        .select(['c.id', 'c.user_id'])
        .orderBy('c.valid_until')
        .limit(limit)
        .execute(),
    /**
     * Locks an expired voucher with its remaining balance until the transaction ends; undefined if it is not expired or empty.
     */
    lockToEnd: (id: string) =>
      db
        .selectFrom('coupons as c')
        .innerJoin('accounts as a', 'a.voucher_id', 'c.id')
        .innerJoin('coupon_campaigns as p', 'p.id', 'c.campaign_id')
        .where('c.id', '=', id)
        .where('c.valid_until', '<=', now)
        .where('a.balance_fen', '>', 0n)
        .select(['c.user_id', 'p.name', 'a.balance_fen'])
        .forNoKeyUpdate(['c', 'a'])
        .executeTakeFirst(),
    setEnded: (id: string) => db.updateTable('coupons').set({ ended_at: now }).where('id', '=', id).execute(),
    /** Marks and returns coupons that end before `until`, are still usable and had no reminder yet. */
    markReminded: async (until: Date, lastingMs: number) => {
      const { rows: marked } = await sql<{
        user_id: string
        name: string
        kind: string
        valid_until: Date
        remaining_fen: bigint | null
      }>`
        update coupons c set reminded_at = ${now} from coupon_campaigns p
        where p.id = c.campaign_id and c.ended_at is null and c.reminded_at is null and c.valid_until > ${now} and c.valid_until <= ${until}
          and c.valid_until - c.claimed_at > ${`${lastingMs} milliseconds`}::interval
          and (p.kind <> 'voucher' or exists (select 1 from accounts a where a.voucher_id = c.id and a.balance_fen > 0))
          and not exists (select 1 from orders o where o.coupon_id = c.id and o.status not in ('refunded', 'cancelled'))
        returning c.user_id, p.name, p.kind, c.valid_until,
          (select a.balance_fen from accounts a where a.voucher_id = c.id) as remaining_fen`.execute(db)
      return marked
    },
    names: async (): Promise<Map<string, string>> => {
      const { rows: named } = await sql<{ id: string; name: string }>`
        select p.id, p.name || '（' || r.name || '）' as name from products p join regions r on r.id = p.region_id
        union all select id, name from regions`.execute(db)
      return new Map(named.map(({ id, name }) => [id, name]))
    },
    findRule: (instanceId: string) =>
      db.selectFrom('instance_voucher_rules').selectAll().where('instance_id', '=', instanceId).executeTakeFirst(),
    saveRule: (instanceId: string, rule: { none: boolean; forbidden: readonly string[] }) => {
      const row = { none: rule.none, forbidden: JSON.stringify(rule.forbidden) }
      return db
        .insertInto('instance_voucher_rules')
        .values({ instance_id: instanceId, ...row })
        .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(row))
        .execute()
    },
    dropRule: (instanceId: string) => db.deleteFrom('instance_voucher_rules').where('instance_id', '=', instanceId).execute(),
  }
}

export type CouponRow = NonNullable<Awaited<ReturnType<ReturnType<typeof couponsRepo>['find']>>>
