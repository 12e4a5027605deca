import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'

/** Invariants of image prices and image income (docs/decisions/043); each query counts the violating rows. */
export const creatorAuditRules: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
  'a run has the image price of its mode, and that of a published version of somebody else': sql`
    select count(*)::int as n from (
      select s.id from instances i join segments s on s.instance_id = i.id and s.ended_at is null
      where (s.image_price_micro, s.image_version_id) is distinct from
        (case when i.gpu_mode = 'none' then 0 else i.image_price_micro end, case when i.gpu_mode = 'none' then null else i.image_version_id end)
      union all select s.id from segments s join community_image_versions v on v.id = s.image_version_id
      join community_images c on c.id = v.community_image_id join users a on a.id = c.author_id join users u on u.id = s.user_id
      where s.image_price_micro <> v.price_hour_micro or v.published_at is null
        or coalesce(a.master_id, a.id) = coalesce(u.master_id, u.id)) x`,
  'prepaid time of an image is at its price, and no more of it than its order bought': sql`
    select count(*)::int as n from (
      select o.id from image_periods p join orders o on o.id = p.order_id join community_image_versions v on v.id = p.version_id
      group by o.id having bool_or(p.price_micro <> v.price_hour_micro or p.user_id <> o.user_id or p.instance_id <> o.instance_id)
        or sum(extract(epoch from p.ends_at - p.starts_at)) > max(o.quantity * case o.charge_rule when 'week' then 604800 else 86400 end)) x`,
  'a creator statement is what its lines come to, rounded down once for a consumer and a version': sql`
    select count(*)::int as n from creator_statements t
    where t.amount_fen <> (select coalesce(sum(div(x.earned * ${limits.creatorSharePercent}, 3600000000)), 0) from (
      select sum(l.earned) as earned from creator_statement_lines l
      where l.statement_id = t.id and not l.pending group by l.version_id, l.consumer_id) x)`,
  'what was owed of a statement is released once, and adds up with it as if it had been paid in time': sql`
    select count(*)::int as n from (
    select t.id from creator_statements t
    where exists (select 1 from creator_releases r where r.statement_id = t.id)
      and t.amount_fen + (select sum(r.amount_fen) from creator_releases r where r.statement_id = t.id) <> (
        select coalesce(sum(div(x.earned * ${limits.creatorSharePercent}, 3600000000)), 0) from (
          select sum(case when l.pending then coalesce(d.earned, 0) else l.earned end) as earned
          from creator_statement_lines l left join creator_released_lines d on d.line_id = l.id
          where l.statement_id = t.id group by l.version_id, l.consumer_id) x)
    union all select r.id from creator_released_lines d join creator_releases r on r.id = d.release_id
    join creator_statement_lines l on l.id = d.line_id
    where not l.pending or l.statement_id <> r.statement_id
      or d.earned > div(l.price_micro::numeric * l.seconds * d.cash_fen, l.whole_fen)) x`,
  'a line is paid from the cash of its consumer, and a metered one earns no more than that': sql`
    select count(*)::int as n from creator_statement_lines l join ledger_entries e on e.id = l.entry_id
    join accounts a on a.id = e.account_id
    where a.kind <> 'cash' or a.user_id <> l.consumer_id
      or (l.segment_id is not null and l.earned > l.cash_fen * 36000000::numeric)`,
  'a creator statement is of versions of the creator, used by others': sql`
    select count(*)::int as n from creator_statement_lines l join creator_statements t on t.id = l.statement_id
    join community_image_versions v on v.id = l.version_id join community_images c on c.id = v.community_image_id
    join users a on a.id = c.author_id join users u on u.id = l.consumer_id
    left join segments s on s.id = l.segment_id left join image_periods p on p.id = l.period_id
    where c.author_id <> t.creator_id or coalesce(a.master_id, a.id) = coalesce(u.master_id, u.id)
      or coalesce(s.user_id, p.user_id) <> l.consumer_id or coalesce(s.image_version_id, p.version_id) <> l.version_id
      or coalesce(s.image_price_micro, p.price_micro) <> l.price_micro`,
  'no second and no fen of a run is on two creator statements': sql`
    select count(*)::int as n from (
      select l.segment_id from creator_statement_lines l join segments s on s.id = l.segment_id group by l.segment_id
      having sum(l.seconds) > max(s.billed_s) or sum(l.whole_fen) > max(s.billed_fen)
        or sum(l.cash_fen) > (select sum(c.fen - c.voucher_fen) from usage_charges c where c.segment_id = l.segment_id)) x`,
  'the prepaid seconds on creator statements are those that were stated': sql`
    select count(*)::int as n from (
      select p.order_id, sum(p.stated_s) as stated, max(l.seconds) as lines from image_periods p
      left join (select p.order_id, sum(l.seconds) as seconds from creator_statement_lines l join image_periods p on p.id = l.period_id
                 group by p.order_id) l on l.order_id = p.order_id
      group by p.order_id) x where stated <> coalesce(lines, 0)`,
  'a creator statement is posted once, for what it says, and nothing else is': sql`
    select count(*)::int as n from (
      select t.id from creator_statements t left join ledger_transactions x on x.id = t.transaction_id
      left join ledger_entries e on e.transaction_id = x.id and e.amount_fen > 0
      left join accounts a on a.id = e.account_id and a.kind = 'income' and a.user_id = t.creator_id
      where t.transaction_id is not null
        and (x.kind <> 'creator_income' or x.ref is distinct from t.id or e.amount_fen is distinct from t.amount_fen or a.id is null)
      union all select r.id from creator_releases r join creator_statements t on t.id = r.statement_id
      left join ledger_transactions x on x.id = r.transaction_id left join ledger_entries e on e.transaction_id = x.id and e.amount_fen > 0
      left join accounts a on a.id = e.account_id and a.kind = 'income' and a.user_id = t.creator_id
      where r.transaction_id is not null
        and (x.kind <> 'creator_income' or x.ref is distinct from t.id or e.amount_fen is distinct from r.amount_fen or a.id is null)
      union all select x.ref from ledger_transactions x where x.kind = 'creator_income'
        and not exists (select 1 from creator_statements t where t.transaction_id = x.id)
        and not exists (select 1 from creator_releases r where r.transaction_id = x.id)) x`,
}
