import { type Insertable, type Kysely, sql } from 'kysely'
import { selectUnrewardedOrder, selectUnrewardedUsage } from '#server/db/image-share.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import type { EndedOrder, RewardUsage } from '#server/domains/accounts/invitations/reward.policy.ts'

/** A user whose spending earns rewards: an invitee, or one of its sub-accounts. */
export interface Spender {
  spender_id: string
  invitee_id: string
  inviter_id: string
  registered_at: Date
}

/** The images' share; for an order also the entry that paid for it. */
interface ImageAmount {
  image_fen: bigint
}
export type UnsettledUsage = Omit<RewardUsage, 'left_out_fen'> & ImageAmount
export type UnsettledOrder = Omit<EndedOrder, 'left_out_fen'> & ImageAmount & { entry_id: bigint | null }

/** All SQL for invitations and their rewards. User-facing reads filter by inviter. */
export const rewardsRepo = (db: Kysely<DB>) => ({
  /**
   * Returns spenders with unsettled cash usage entries before `until`, or unsettled orders paid before it. Excludes invitees with
   * their inviter's identity and those whose inviter closed their account. Entry ids of one account are assigned in commit order.
   */
  unsettled: async (until: Date): Promise<Spender[]> => {
    const { rows } = await sql<Spender>`
      select s.id as spender_id, u.id as invitee_id, u.invited_by as inviter_id, u.created_at as registered_at
      from users u join users s on s.id = u.id or s.master_id = u.id
      join accounts a on a.user_id = s.id and a.kind = 'cash'
      join users inviter on inviter.id = u.invited_by and inviter.closed_at is null
      where u.invited_by is not null and (exists (
        select 1 from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = a.id and t.kind in ('usage', 'llm_usage') and t.at < ${until}
          and t.at < u.created_at + interval '1 year 1 day'
          and e.id > coalesce((select max(r.to_entry) from invitation_rewards r where r.spender_id = s.id), 0))
        or exists (
        select 1 from orders o where o.user_id = s.id and o.status = 'done' and o.amount_fen > o.voucher_fen and o.paid_at < ${until}
          and o.paid_at < u.created_at + interval '1 year 1 day'
          and not exists (select 1 from rewarded_orders r where r.order_id = o.id)))
      and not exists (
        select 1 from real_names mine join real_names theirs on theirs.id_number_index = mine.id_number_index
        where mine.user_id = u.invited_by and theirs.user_id = u.id)
      order by s.id`.execute(db)
    return rows
  },
  /** Returns the spenders of an inviter who owe something. */
  owing: async (inviterId: string): Promise<Spender[]> => {
    const { rows } = await sql<Spender>`
      select s.id as spender_id, u.id as invitee_id, u.invited_by as inviter_id, u.created_at as registered_at
      from users u join users s on s.id = u.id or s.master_id = u.id join accounts a on a.user_id = s.id and a.kind = 'cash'
      where u.invited_by = ${inviterId} and a.balance_fen < 0 order by s.id`.execute(db)
    return rows
  },
  /** Serialises two workers that settle the same spender. */
  lockSpender: (id: string) => db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
  standing: (spenderId: string) =>
    db
      .selectFrom('invitation_rewards')
      .select(['to_entry', 'total_fen', 'paid_before_fen', 'reward_fen', sql<string>`day::text`.as('day')])
      .where('spender_id', '=', spenderId)
      .orderBy('day', 'desc')
      .orderBy('to_entry', 'desc')
      .orderBy('from_entry', 'desc')
      .limit(1)
      .executeTakeFirst(),
  /** Returns cash entries only; amounts paid by vouchers are on separate accounts. */
  entriesAfter: async (
    { spender_id: spenderId, inviter_id: inviterId }: Pick<Spender, 'spender_id' | 'inviter_id'>,
    after: bigint,
  ): Promise<UnsettledUsage[]> => {
    const { rows } = await sql<UnsettledUsage>`
      select e.id, e.amount_fen, t.at, ${selectUnrewardedUsage('t.id', 'i.id')} as image_fen
      from ledger_entries e join accounts a on a.id = e.account_id and a.kind = 'cash'
      join ledger_transactions t on t.id = e.transaction_id and t.kind in ('usage', 'llm_usage') join users i on i.id = ${inviterId}
      where a.user_id = ${spenderId} and e.id > ${after} order by e.id`.execute(db)
    return rows
  },
  /**
   * Returns uncounted orders paid before `paid_until` that ended before `until`, so that conversion and downgrades no longer
   * refund them. The newest order ends with its package, each earlier one when the next begins. All end on conversion or release,
   * none while a maintenance may still prolong it; a lift ends with its last change.
   */
  ended: async (
    { spender_id: spenderId, inviter_id: inviterId }: Pick<Spender, 'spender_id' | 'inviter_id'>,
    { until, paid_until: paidUntil }: { until: Date; paid_until: Date },
  ): Promise<UnsettledOrder[]> => {
    const { rows } = await sql<UnsettledOrder>`
      with bought as (
        select o.id, o.instance_id, o.paid_at, i.expire_at - make_interval(secs => coalesce(sum(
            o.quantity * case o.charge_rule when 'week' then 604800 else 86400 end) over (
            partition by o.instance_id order by o.paid_at desc, p.id desc rows between unbounded preceding and 1 preceding
          ), 0)::double precision) as left_until
        from orders o join instances i on i.id = o.instance_id
        cross join lateral (select max(t.id) as id from ledger_transactions t where t.ref = o.id and t.kind = 'order') p
        where o.user_id = ${spenderId} and o.charge_rule <> 'hour' and o.kind <> 'lift' and o.status in ('paid', 'done', 'refunded')
          and not exists (select 1 from order_refunds r where r.order_id = o.id and r.took_time)),
      over_at as (
        select b.id, least(i.released_at, case when c.at is not null then c.at when i.charge_rule = 'hour' then b.paid_at
            when h.maintenance_since < b.left_until then null else b.left_until end) as at
        from bought b join instances i on i.id = b.instance_id left join hosts h on h.id = i.host_id
        left join lateral (select min(c.paid_at) as at from orders c
          where c.instance_id = b.instance_id and c.kind = 'convert' and c.charge_rule = 'hour' and c.paid_at > b.paid_at) c on true)
      select x.* from (
        select o.id, o.amount_fen - o.voucher_fen as cash_fen, ${selectUnrewardedOrder('o', 'inviter.id')} as image_fen,
          (select e.id from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
           join accounts a on a.id = e.account_id and a.kind = 'cash' where t.idem = 'order:' || o.id) as entry_id,
          coalesce((select sum(r.cash_fen) from order_refunds r where r.order_id = o.id), 0)::bigint as refunded_fen,
          case when o.kind <> 'lift' then (select v.at from over_at v where v.id = o.id)
            else (select case when count(*) = count(v.at) then coalesce(max(v.at), o.paid_at) end
                  from stretch_lifts l join over_at v on v.id = l.order_id where l.lift_order_id = o.id) end as over_at
        from orders o join users inviter on inviter.id = ${inviterId}
        where o.user_id = ${spenderId} and o.status = 'done' and o.amount_fen > o.voucher_fen and o.paid_at < ${paidUntil}
          and not exists (select 1 from rewarded_orders r where r.order_id = o.id)) x
      where x.over_at < ${until} order by x.over_at, x.id`.execute(db)
    return rows
  },
  /** Locks the orders, so that a refund of any of them happens before or after. */
  lockOrders: (ids: readonly string[]) =>
    db.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute(),
  hasCounted: async (orderId: string): Promise<boolean> =>
    (await db.selectFrom('rewarded_orders').select('order_id').where('order_id', '=', orderId).executeTakeFirst()) !== undefined,
  insert: (rows: readonly Insertable<DB['invitation_rewards']>[]) => db.insertInto('invitation_rewards').values(rows).execute(),
  insertOrders: async (rows: readonly Insertable<DB['rewarded_orders']>[]) => {
    if (rows.length > 0) await db.insertInto('rewarded_orders').values(rows).execute()
  },
  totals: async (inviterId: string) => {
    const people = await db
      .selectFrom('users as u')
      .leftJoin('real_names as r', 'r.user_id', 'u.id')
      .where('u.invited_by', '=', inviterId)
      .select((eb) => [eb.fn.count<bigint>('u.id').as('invitees'), eb.fn.count<bigint>('r.user_id').as('verified')])
      .executeTakeFirstOrThrow()
    const paid = await db
      .selectFrom('invitation_rewards')
      .where('inviter_id', '=', inviterId)
      .select(sql<bigint>`coalesce(sum(reward_fen), 0)::bigint`.as('reward_fen'))
      .executeTakeFirstOrThrow()
    return { ...people, ...paid }
  },
  invitees: (inviterId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) => {
    const rows = db
      .selectFrom('users as u')
      .leftJoin('real_names as r', 'r.user_id', 'u.id')
      .where('u.invited_by', '=', inviterId)
      .select([
        'u.id',
        'u.phone',
        'u.created_at',
        'r.user_id as verified_user_id',
        sql<bigint>`coalesce((select sum(usage_fen + orders_fen - refunds_fen - coalesce(left_out_fen, 0)) from invitation_rewards w where w.invitee_id = u.id), 0)::bigint`.as(
          'spent_fen',
        ),
        sql<bigint>`coalesce((select sum(reward_fen) from invitation_rewards w where w.invitee_id = u.id), 0)::bigint`.as(
          'reward_fen',
        ),
      ])
    return loadPage(rows, query, 'u.created_at', 'u.id')
  },
  /** Sums rewards by month and invitee since a day, by the index on inviter and day. */
  byMonth: (inviterId: string, since: string, limit: number) =>
    db
      .selectFrom('invitation_rewards as w')
      .innerJoin('users as u', 'u.id', 'w.invitee_id')
      .where('w.inviter_id', '=', inviterId)
      .where('w.day', '>=', sql<string>`${since}::date`)
      .where('w.reward_fen', '>', 0n)
      .select([
        sql<string>`to_char(w.day, 'YYYY-MM')`.as('month'),
        'w.invitee_id',
        'u.phone',
        sql<bigint>`sum(w.reward_fen)::bigint`.as('reward_fen'),
      ])
      .groupBy(['month', 'w.invitee_id', 'u.phone'])
      .orderBy('month', 'desc')
      .orderBy('reward_fen', 'desc')
      .orderBy('w.invitee_id')
      .limit(limit)
      .execute(),
  page: (
    inviterId: string,
    { invitee_id: inviteeId, ...query }: { page: number; page_size: number; order?: 'asc' | 'desc'; invitee_id?: string },
  ) => {
    let rows = db
      .selectFrom('invitation_rewards as w')
      .innerJoin('users as u', 'u.id', 'w.invitee_id')
      .where('w.inviter_id', '=', inviterId)
      .selectAll('w')
      .select(['u.phone', sql<string>`w.day::text`.as('day')])
    if (inviteeId) rows = rows.where('w.invitee_id', '=', inviteeId)
    return loadPage(rows, query, 'w.day', 'w.id')
  },
})
