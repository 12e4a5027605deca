import { sql } from 'kysely'

/** Rows of either side that the other does not have. */
const differ = (kept: ReturnType<typeof sql>, counted: ReturnType<typeof sql>) => sql<{ n: number }>`
  select count(*)::int as n from ((${kept} except all ${counted}) union all (${counted} except all ${kept})) x`

/** The sums by day (migrations/0061_daily_sums.sql) are what a recount of the ledger gives. */
export const dailySumAuditRules = {
  'the sums of each account and day are those of its entries': differ(
    sql`select account_id, day, kind, entries, plus_fen, minus_fen from account_days`,
    sql`select e.account_id, shanghai_day(t.at), t.kind, count(*), coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint,
          coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
        where a.user_id is not null group by 1, 2, 3`,
  ),
  'the sums of each day are those of all entries': differ(
    sql`select day, account, kind, sum(entries)::bigint, sum(plus_fen)::bigint, sum(minus_fen)::bigint from ledger_days group by 1, 2, 3`,
    sql`select shanghai_day(t.at), a.kind, t.kind, count(*), coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint,
          coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id group by 1, 2, 3`,
  ),
  'the lines of metered consumption are those of the charges': differ(
    sql`select user_id, day, instance_id, seconds, cash_fen, voucher_fen from consumption_lines where kind = 'usage'`,
    sql`select s.user_id, shanghai_day(c.at), s.instance_id, sum(c.to_s - c.from_s)::bigint, sum(c.fen - c.voucher_fen)::bigint,
          sum(c.voucher_fen)::bigint
        from usage_charges c join segments s on s.id = c.segment_id group by 1, 2, 3`,
  ),
  'the other lines of consumption are those of their postings': differ(
    sql`select user_id, day, kind, transaction_id, cash_fen, voucher_fen from consumption_lines where kind <> 'usage'`,
    sql`select a.user_id, shanghai_day(t.at), t.kind, case when t.kind <> 'llm_usage' then t.id end,
          coalesce(-sum(e.amount_fen) filter (where a.kind = 'cash'), 0)::bigint,
          coalesce(-sum(e.amount_fen) filter (where a.kind = 'voucher'), 0)::bigint
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
        where a.user_id is not null and (t.kind in ('order', 'refund', 'late_fee') and a.kind in ('cash', 'voucher')
          or t.kind = 'llm_usage' and a.kind = 'cash') group by 1, 2, 3, 4`,
  ),
  'the consumption of each day is that of its lines': differ(
    sql`select user_id, day, kind, lines, cash_fen, voucher_fen from consumption_days`,
    sql`select user_id, day, kind, count(*), sum(cash_fen)::bigint, sum(voucher_fen)::bigint from consumption_lines group by 1, 2, 3`,
  ),
} as const
