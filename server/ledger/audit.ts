import { type Kysely, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { creatorAuditRules } from '#server/ledger/audit.creators.ts'
import { dailySumAuditRules } from '#server/ledger/audit.daily-sums.ts'
import { llmAuditRules } from '#server/ledger/audit.llm.ts'
import { rewardAuditRules } from '#server/ledger/audit.rewards.ts'

export interface AuditFinding {
  /** Name of the violated rule. */
  rule: string
  /** Number of violating rows. */
  count: number
}

/** Each rule is a query that counts violating rows; the ledger is correct if every count is 0. */
const auditQueries: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
  'every transaction sums to 0 and has two legs at least': sql`
    select count(*)::int as n from (
      select t.id from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      group by t.id having coalesce(sum(e.amount_fen), 0) <> 0 or count(e.id) < 2) x`,
  'every balance is the sum of its entries': sql`
    select count(*)::int as n from accounts a
    left join (select account_id, sum(amount_fen) as total from ledger_entries group by account_id) e on e.account_id = a.id
    where a.balance_fen <> coalesce(e.total, 0)`,
  'balances after entries chain without a break': sql`
    select count(*)::int as n from (
      select balance_after_fen, amount_fen, lag(balance_after_fen, 1, 0::bigint) over (partition by account_id order by id) as before
      from ledger_entries) x where balance_after_fen <> before + amount_fen`,
  'money set aside moves between a sub-account and its own master, in two legs': sql`
    select count(*)::int as n from ledger_transactions t where t.kind = 'allocate' and not exists (
      select 1 from ledger_entries e join accounts a on a.id = e.account_id and a.kind = 'cash'
      join users sub on sub.id = a.user_id and sub.master_id is not null
      join accounts m on m.user_id = sub.master_id and m.kind = 'cash'
      join ledger_entries f on f.transaction_id = t.id and f.account_id = m.id and f.amount_fen = -e.amount_fen
      where e.transaction_id = t.id and (select count(*) from ledger_entries x where x.transaction_id = t.id) = 2)`,
  'no master has taken back more than was set aside': sql`
    select count(*)::int as n from (
      select a.user_id from ledger_entries e join ledger_transactions t on t.id = e.transaction_id and t.kind = 'allocate'
      join accounts a on a.id = e.account_id join users u on u.id = a.user_id and u.master_id is not null
      group by a.user_id having sum(e.amount_fen) < 0) x`,
  ...rewardAuditRules,
  'all accounts together are 0': sql`select (case when coalesce(sum(balance_fen), 0) = 0 then 0 else 1 end)::int as n from accounts`,
  'only usage and its late fee may take the cash below 0, nothing any other wallet': sql`
    select count(*)::int as n from ledger_entries e
    join accounts a on a.id = e.account_id and a.user_id is not null join ledger_transactions t on t.id = e.transaction_id
    where e.amount_fen < 0 and e.balance_after_fen < 0 and (a.kind <> 'cash' or t.kind not in ('usage', 'llm_usage', 'late_fee'))`,
  'charges tile each segment from 0 without gap or overlap': sql`
    select count(*)::int as n from (
      select from_s, lag(to_s, 1, 0::bigint) over (partition by segment_id order by from_s) as before from usage_charges) x
    where from_s <> before`,
  'each segment is charged what it was billed, to the second and the fen': sql`
    select count(*)::int as n from segments s
    left join (select segment_id, sum(fen) as fen, max(to_s) as to_s from usage_charges group by segment_id) c on c.segment_id = s.id
    where coalesce(c.fen, 0) <> s.billed_fen or coalesce(c.to_s, 0) <> s.billed_s`,
  'billed = floor((price × seconds + carry) / 36 000 000)': sql`
    select count(*)::int as n from segments where billed_fen <> (price_micro * billed_s + carry_in) / 36000000`,
  'a closed segment is billed for all it was seen to run': sql`
    select count(*)::int as n from segments where ended_at is not null and billed_s <> seen_s`,
  'what one run leaves below 1 fen enters the next': sql`
    select count(*)::int as n from (
      select carry_in, lag((price_micro * billed_s + carry_in) % 36000000, 1, 0::bigint) over (partition by instance_id order by id) as left_over
      from segments) x where carry_in <> left_over`,
  'usage postings equal usage charges': sql`
    select count(*)::int as n from ledger_transactions t
    left join (select transaction_id, sum(fen) as fen from usage_charges group by transaction_id) c on c.transaction_id = t.id
    left join (select e.transaction_id, sum(e.amount_fen) as fen from ledger_entries e join accounts a on a.id = e.account_id and a.kind = 'revenue'
               group by e.transaction_id) r on r.transaction_id = t.id
    where t.kind = 'usage' and coalesce(c.fen, 0) <> coalesce(r.fen, 0)`,
  'what charges and orders say vouchers paid is what their postings took from vouchers': sql`
    select count(*)::int as n from (
      select t.id, coalesce((select -sum(e.amount_fen) from ledger_entries e join accounts a on a.id = e.account_id and a.kind = 'voucher'
                             where e.transaction_id = t.id), 0) as taken,
             coalesce((select sum(c.voucher_fen) from usage_charges c where c.transaction_id = t.id),
                      (select o.voucher_fen from orders o where t.idem = 'order:' || o.id), 0) as said
      from ledger_transactions t where t.kind in ('usage', 'order')) x where taken <> said`,
  ...llmAuditRules,
  'a voucher has what it was filled with at most, and nothing once it has ended': sql`
    select count(*)::int as n from accounts a
    join coupons c on c.id = a.voucher_id join coupon_campaigns p on p.id = c.campaign_id
    where a.balance_fen < 0 or a.balance_fen > p.face_fen or (c.ended_at is not null and a.balance_fen <> 0)
      or not exists (select 1 from ledger_transactions t where t.idem = 'voucher_grant:' || c.id)`,
  'a voucher pays for its owner only': sql`
    select count(*)::int as n from ledger_entries e
    join accounts a on a.id = e.account_id and a.kind = 'voucher'
    join ledger_entries o on o.transaction_id = e.transaction_id
    join accounts b on b.id = o.account_id and b.user_id is not null
    where a.user_id <> b.user_id`,
  'a coupon is used by one order at most, of its owner, and takes off something': sql`
    select count(*)::int as n from (
      select o.coupon_id from orders o join coupons c on c.id = o.coupon_id join coupon_campaigns p on p.id = c.campaign_id
      where o.status not in ('refunded', 'cancelled')
      group by o.coupon_id having count(*) > 1 or bool_or(o.discount_fen = 0 or c.user_id <> o.user_id or p.kind = 'voucher')) x`,
  'a campaign has given out as many as people hold, and a code one': sql`
    select count(*)::int as n from coupon_campaigns p
    where p.taken <> (select count(*) from coupons c where c.campaign_id = p.id)
       or (p.how = 'code' and p.taken <> (select count(*) from coupon_codes x where x.campaign_id = p.id and x.coupon_id is not null))`,
  'a running metered instance has one open segment, any other none': sql`
    select count(*)::int as n from instances i
    where (i.status in (2, 31) and i.desired = 'running' and i.charge_rule = 'hour') <> exists (select 1 from segments s where s.instance_id = i.id and s.ended_at is null)`,
  'an instance that runs holds its cards, and without a GPU only what is reserved for its package': sql`
    select count(*)::int as n from instances i
    join lateral (select count(*) as n from gpus g where g.instance_id = i.id) held on true
    where case when i.gpu_mode = 'gpu' or i.charge_rule <> 'hour' then i.status in (0, 2, 5) and held.n <> i.gpu_num
               else i.status = 2 and held.n > 0 end`,
  'a run is metered at the price of its mode': sql`
    select count(*)::int as n from instances i join segments s on s.instance_id = i.id and s.ended_at is null
    where s.price_micro <> case when i.gpu_mode = 'none' then ${limits.noGpuPriceMicro} else i.price_micro end`,
  ...creatorAuditRules,
  ...dailySumAuditRules,
  'long work is in hand exactly while it is shown': sql`
    select count(*)::int as n from instances i left join instance_tasks t on t.id = i.task_id
    where i.released_at is null and ((i.status in (30, 31)) <> (t.id is not null) or t.ended_at is not null)`,
  'a released or missing instance holds no card': sql`
    select count(*)::int as n from gpus g join instances i on i.id = g.instance_id where i.released_at is not null`,
  'every card is on the host of its instance, or where that is moving to': sql`
    select count(*)::int as n from gpus g join instances i on i.id = g.instance_id left join instance_tasks t on t.id = i.task_id
    where g.host_id <> i.host_id and g.host_id is distinct from t.host_id`,
  'whoever was served in the queue has an instance, and an order of it where it is a new one': sql`
    select count(*)::int as n from queue_entries q
    where q.state = 'done' and (q.instance_id is null
      or (q.kind = 'create' and not exists (select 1 from orders o where o.quote_id = q.id and o.instance_id = q.instance_id)))`,
  'an order has its posting once it is paid, and none before': sql`
    select count(*)::int as n from orders o
    where o.amount_fen > 0
      and (o.status in ('paid', 'done', 'refunded')) <> exists (select 1 from ledger_transactions t where t.idem = 'order:' || o.id)`,
  'a refund is what its posting gave to the balance and to vouchers': sql`
    select count(*)::int as n from order_refunds r
    left join (select e.transaction_id, coalesce(sum(e.amount_fen) filter (where a.kind = 'cash'), 0) as cash,
                 coalesce(sum(e.amount_fen) filter (where a.kind = 'voucher'), 0) as voucher
               from ledger_entries e join accounts a on a.id = e.account_id group by e.transaction_id) p on p.transaction_id = r.transaction_id
    where p.cash is distinct from r.cash_fen or p.voucher is distinct from r.voucher_fen`,
  'an order gives back at most the cash it was paid with, and is refunded exactly when all of it is back': sql`
    select count(*)::int as n from orders o
    left join (select order_id, sum(cash_fen) as cash, count(*) as n from order_refunds group by order_id) r on r.order_id = o.id
    where coalesce(r.cash, 0) > o.amount_fen - o.voucher_fen
      or (o.status = 'refunded') <> (r.n is not null and r.cash = o.amount_fen - o.voucher_fen)`,
  'a change of configuration shares out exactly what it cost, and gives back no more cash than it took': sql`
    select count(*)::int as n from orders o join (
      select lift_order_id, sum(value_fen) as value, sum(cash_fen) as cash, sum(returned_fen) as returned from stretch_lifts group by lift_order_id
    ) l on l.lift_order_id = o.id
    where l.value <> o.amount_fen or l.cash <> o.amount_fen - o.voucher_fen
      or l.returned < (select coalesce(sum(r.cash_fen), 0) from order_refunds r where r.order_id = o.id and r.operator_id is null)`,
  'pay-as-you-go has no end, and a package has one': sql`
    select count(*)::int as n from instances i where (i.charge_rule = 'hour') <> (i.expire_at is null)`,
  'a recharge is credited once when paid and never otherwise': sql`
    select count(*)::int as n from recharges r
    where (r.status = 'paid') <> exists (select 1 from ledger_transactions t where t.idem = 'recharge:' || r.trade_no)`,
  'no operator has given or taken more on one day, without another, than one may alone': sql`
    select count(*)::int as n from (
      select operator_id, (at at time zone 'Asia/Shanghai')::date as day from (
        select requested_by as operator_id, abs(amount_fen) as fen, at from balance_adjustments where approved_by is null
        union all select operator_id, amount_fen, at from given_alone) x
      group by 1, 2 having sum(fen) > ${limits.operatorAloneFen}) x`,
  'a balance adjustment has its posting, and every such posting its adjustment': sql`
    select count(*)::int as n from balance_adjustments b
    full join (select t.ref, e.amount_fen from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
               join accounts a on a.id = e.account_id and a.kind = 'cash' where t.kind = 'adjust') p on p.ref = b.id
    where b.amount_fen is distinct from p.amount_fen`,
  'the late fee of a debt is what was posted for it': sql`
    select count(*)::int as n from debts d where d.fee_fen <> (
      select coalesce(-sum(e.amount_fen), 0) from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id join accounts a on a.id = e.account_id and a.kind = 'cash'
      where t.kind = 'late_fee' and t.ref = d.id)`,
  'a bank transfer is credited once when confirmed and never otherwise': sql`
    select count(*)::int as n from bank_transfers b
    where (b.status = 'credited') <> exists (select 1 from ledger_transactions t where t.idem = 'recharge:bank:' || b.id)`,
  'a withdrawal has exactly the postings of its state': sql`
    select count(*)::int as n from withdrawals w
    where not exists (select 1 from ledger_transactions t where t.idem = 'withdraw_hold:' || w.id)
      or (w.status in ('rejected', 'cancelled')) <> exists (select 1 from ledger_transactions t where t.idem = 'withdraw_return:' || w.id)
      or w.amount_fen <> (select coalesce(sum(p.amount_fen), 0) from withdrawal_parts p where p.withdrawal_id = w.id)
      or exists (select 1 from withdrawal_parts p where p.withdrawal_id = w.id and (
        (p.status = 'done') <> exists (select 1 from ledger_transactions t where t.idem = 'withdraw:' || p.id)
        or (p.status = 'returned') <> exists (select 1 from ledger_transactions t where t.idem = 'withdraw_return:' || p.id)
        or case w.status when 'rejected' then p.status <> 'released' when 'cancelled' then p.status <> 'released'
             when 'done' then p.status not in ('done', 'returned') when 'paying' then p.status in ('held', 'released')
             else p.status <> 'held' end))`,
  'what is frozen is what withdrawals have not paid out yet': sql`
    select count(*)::int as n from accounts a join (
      select w.user_id, case w.type when 1 then 'frozen' else 'income_frozen' end as kind,
        sum(case when p.status in ('held', 'waiting', 'sent', 'failed') then p.amount_fen else 0 end) as held
      from withdrawals w join withdrawal_parts p on p.withdrawal_id = w.id group by w.user_id, w.type) h
      on h.user_id = a.user_id and h.kind = a.kind
    where a.balance_fen <> h.held`,
  'no payment gives back more than it brought': sql`
    select count(*)::int as n from (
      select 1 from recharges r join withdrawal_parts p on p.recharge_id = r.id and p.status not in ('returned', 'released')
      group by r.id having sum(p.amount_fen) > r.amount_fen or r.status <> 'paid'
      union all
      select 1 from bank_transfers b join withdrawal_parts p on p.bank_transfer_id = b.id and p.status not in ('returned', 'released')
      group by b.id having sum(p.amount_fen) > b.amount_fen or b.status <> 'credited') x`,
  'an invoice is the sum of its items, which are live as long as it is': sql`
    select count(*)::int as n from invoices i
    left join (select invoice_id, sum(amount_fen) as fen, bool_and(live) as all_live, bool_or(live) as any_live
               from invoice_items group by invoice_id) n on n.invoice_id = i.id
    where n.fen is distinct from i.amount_fen
      or (case when i.state in ('rejected', 'withdrawn', 'flushed') then n.any_live else not n.all_live end)`,
  'nothing is on two live invoices, or invoiced above the cash that paid for it': sql`
    select count(*)::int as n from (
      select n.item, sum(n.amount_fen) as fen from invoice_items n where n.live group by n.item) n
    left join invoice_sources((select array_agg(id) from users)) s on s.item = n.item
    where n.fen > coalesce(s.gross_fen, 0)`,
  'invoiced ≤ consumed − refunded, but for what was refunded after it had been invoiced': sql`
    select count(*)::int as n from (
      select i.user_id, sum(least(n.amount_fen, s.gross_fen - s.refunded_fen)) as fen
      from invoice_items n join invoices i on i.id = n.invoice_id
      left join invoice_sources((select array_agg(id) from users)) s on s.item = n.item
      where n.live group by i.user_id) invoiced
    where invoiced.fen > (
      select coalesce(-sum(e.amount_fen), 0) from accounts a join users u on u.id = a.user_id
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.kind = 'cash' and t.kind in ('order', 'usage', 'llm_usage', 'refund') and invoiced.user_id in (u.id, u.master_id))`,
  'recharged = available + consumed, for every user': sql`
    select count(*)::int as n from accounts a join (
      select e.account_id, sum(case when t.kind = 'recharge' then e.amount_fen else 0 end) as recharged,
             -sum(case when t.kind <> 'recharge' then e.amount_fen else 0 end) as consumed
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id group by e.account_id) s on s.account_id = a.id
    where a.kind = 'cash' and s.recharged <> a.balance_fen + s.consumed`,
}

export const auditRuleNames: readonly string[] = Object.keys(auditQueries)

/**
 * Checks every invariant of money, metering and cards, one statement each; an empty result means the ledger is correct. A rule
 * whose statement fails is passed to `onUnchecked`; without it, the error is thrown.
 */
export async function auditBooks(db: Kysely<DB>, onUnchecked?: (rule: string, error: unknown) => void): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (const [rule, query] of Object.entries(auditQueries)) {
    try {
      const { rows } = await query.execute(db)
      if (rows[0]!.n > 0) findings.push({ rule, count: rows[0]!.n })
    } catch (error) {
      if (!onUnchecked) throw error
      onUnchecked(rule, error)
    }
  }
  return findings
}
