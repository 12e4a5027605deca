import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { selectUnrewardedOrder, selectUnrewardedUsage } from '#server/db/image-share.ts'

/** Invariants of inviter rewards (docs/decisions/038); each query counts the violating rows. */
export const rewardAuditRules: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
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
       or total_fen <> total_before + usage_fen + orders_fen - refunds_fen - coalesce(left_out_fen, 0)
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
  'no reward is for the share of images, nor for use of an image of the inviter': sql`
    select count(*)::int as n from (
      select r.left_out_fen - coalesce((select sum(w.left_out_fen) from rewarded_orders w where w.reward_id = r.id), 0) as left_out_fen,
        r.usage_fen as kept_fen, coalesce((
          select sum(${selectUnrewardedUsage('t.id', 'r.inviter_id')}) from ledger_entries e
          join accounts a on a.id = e.account_id and a.kind = 'cash' and a.user_id = r.spender_id
          join ledger_transactions t on t.id = e.transaction_id and t.kind = 'usage'
          where e.id > r.from_entry and e.id <= r.to_entry), 0) as least_fen
      from invitation_rewards r where r.left_out_fen is not null
      union all select w.left_out_fen, w.cash_fen - w.refunded_fen, least(w.cash_fen - w.refunded_fen, ${selectUnrewardedOrder('o', 'r.inviter_id')})
      from rewarded_orders w join orders o on o.id = w.order_id join invitation_rewards r on r.id = w.reward_id) x
    where left_out_fen not between least_fen and kept_fen`,
  // Rows older than this rule have empty columns and keep their original payment.
  'creators and inviters got no more for the use of a family than it paid in and has not taken out, gifts of operators apart': sql`
    select count(*)::int as n from (
      select family_id, sum(got_fen) as got_fen from (
        select coalesce(u.master_id, u.id) as family_id, r.reward_fen as got_fen
        from invitation_rewards r join users u on u.id = r.spender_id where r.left_out_fen is not null
        union all select coalesce(u.master_id, u.id), div(x.earned * ${limits.creatorSharePercent}, 3600000000)
        from (
          select l.consumer_id, sum(case when l.pending then coalesce(d.earned, 0) else l.earned end) as earned
          from creator_statement_lines l left join creator_released_lines d on d.line_id = l.id
          where l.entry_id is not null group by l.statement_id, l.version_id, l.consumer_id) x
        join users u on u.id = x.consumer_id) g
      group by family_id) got
    where got_fen > (
      select coalesce(sum(e.amount_fen), 0) from users u join accounts a on a.user_id = u.id and a.kind = 'cash'
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where got.family_id in (u.id, u.master_id) and (t.kind in ('recharge', 'withdraw_hold', 'withdraw_return')
        or (t.kind = 'adjust' and e.amount_fen > 0) or (t.kind = 'refund' and exists (
          select 1 from order_refunds r where r.transaction_id = t.id and r.operator_id is not null and not r.took_time))))`,
  'a reward is what its rule says and was posted, and nothing else was': sql`
    select count(*)::int as n from (
      select r.id from invitation_rewards r left join ledger_transactions t on t.kind = 'reward' and t.ref = r.id
      left join ledger_entries e on e.transaction_id = t.id and e.amount_fen > 0
      where r.reward_fen <> greatest(0, r.total_fen * ${limits.invitationPercent} / 100 - r.paid_before_fen)
         or r.reward_fen <> coalesce(e.amount_fen, 0)
      union all select t.ref from ledger_transactions t where t.kind = 'reward' and not exists (
        select 1 from invitation_rewards r where r.id = t.ref and r.reward_fen > 0)) x`,
}
