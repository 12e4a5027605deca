import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'

/** What must hold of the rewards of inviters (docs/decisions/038): each counts the rows that break it. */
export const reward_rules: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
  'each settled day of an invitee is the use and the ended orders it sums, one after the other': sql`
    select count(*)::int as n from (
      select r.*, lag(r.to_entry, 1, 0::bigint) over w as before, lag(r.total_fen, 1, 0::bigint) over w as total_before,
             lag(r.paid_before_fen + r.reward_fen, 1, 0::bigint) over w as paid,
             (select -coalesce(sum(e.amount_fen), 0) from ledger_entries e join accounts a on a.id = e.account_id and a.kind = 'cash'
              join ledger_transactions t on t.id = e.transaction_id and t.kind in ('usage', 'llm_usage')
              where a.user_id = r.spender_id and e.id > r.from_entry and e.id <= r.to_entry) as used,
             o.n as orders, o.cash_fen, o.refunded_fen
      from invitation_rewards r
      left join (select reward_id, count(*) as n, sum(cash_fen) as cash_fen, sum(refunded_fen) as refunded_fen
                 from rewarded_orders group by reward_id) o on o.reward_id = r.id
      window w as (partition by r.spender_id order by r.day, r.to_entry, r.from_entry)) x
    where from_entry <> before or usage_fen <> used or paid_before_fen <> paid
       or total_fen <> total_before + usage_fen + orders_fen - refunds_fen
       or (orders is not null and (orders_fen <> cash_fen or refunds_fen <> refunded_fen))`,
  'all days of an invitee together count the orders that have ended, each once, for what was kept of them': sql`
    select count(*)::int as n from (
      select r.spender_id from invitation_rewards r
      left join (select reward_id, sum(cash_fen) as cash_fen, sum(refunded_fen) as refunded_fen
                 from rewarded_orders group by reward_id) o on o.reward_id = r.id
      group by r.spender_id
      having sum(r.orders_fen) <> coalesce(sum(o.cash_fen), 0) or sum(r.refunds_fen) <> coalesce(sum(o.refunded_fen), 0)
      union all select w.order_id from rewarded_orders w join orders o on o.id = w.order_id join invitation_rewards r on r.id = w.reward_id
      where o.user_id <> r.spender_id or w.cash_fen <> o.amount_fen - o.voucher_fen
        or w.refunded_fen <> (select coalesce(sum(b.cash_fen), 0) from order_refunds b where b.order_id = o.id)) x`,
  'a reward is what its rule says and was posted, and nothing else was': sql`
    select count(*)::int as n from (
      select r.id from invitation_rewards r left join ledger_transactions t on t.kind = 'reward' and t.ref = r.id
      left join ledger_entries e on e.transaction_id = t.id and e.amount_fen > 0
      where r.reward_fen <> greatest(0, r.total_fen * ${limits.invitation_percent} / 100 - r.paid_before_fen)
         or r.reward_fen <> coalesce(e.amount_fen, 0)
      union all select t.ref from ledger_transactions t where t.kind = 'reward' and not exists (
        select 1 from invitation_rewards r where r.id = t.ref and r.reward_fen > 0)) x`,
}
