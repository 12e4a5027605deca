import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { InvoiceSource } from '#server/domains/money/invoices/invoiceable.policy.ts'

/** All SQL for invoiceable amounts. */
export const invoiceableRepo = (db: Kysely<DB>) => ({
  /** Returns a master account and its sub-accounts: the master invoices their consumption (product §6). */
  family: (userId: string) =>
    db
      .selectFrom('users')
      .select(['id', 'nickname'])
      .where((eb) => eb.or([eb('id', '=', userId), eb('master_id', '=', userId)]))
      .execute(),
  /**
   * Returns each order and each day of usage that took cash, a day as of its first moment. Read from the sums by day, so that nobody
   * waits for a million entries; the audit compares what was invoiced with the entries themselves (`invoice_sources`).
   */
  sources: async (userIds: readonly string[]): Promise<InvoiceSource[]> => {
    const { rows } = await sql<InvoiceSource>`
      select 'order:' || o.id as item, 'order' as kind, o.user_id, o.title, t.at, l.cash_fen as gross_fen,
        coalesce((select sum(cash_fen)::bigint from order_refunds where order_id = o.id), 0) as refunded_fen
      from consumption_lines l join ledger_transactions t on t.id = l.transaction_id
        join orders o on o.id = substr(t.idem, ${'order:'.length + 1}::int)
      where l.user_id = any(${userIds}::text[]) and l.instance_id is null and l.kind = 'order' and l.cash_fen <> 0
        and t.idem like 'order:%'
      union all
      select 'usage:' || a.user_id || ':' || d.day, 'usage', a.user_id, '按量费用', (d.day || ' 00:00+08')::timestamptz,
        -sum(d.plus_fen + d.minus_fen)::bigint, 0
      from accounts a join account_days d on d.account_id = a.id
      where a.user_id = any(${userIds}::text[]) and a.kind = 'cash' and d.kind in ('usage', 'llm_usage')
      group by a.user_id, d.day having sum(d.plus_fen + d.minus_fen) < 0`.execute(db)
    return rows
  },
  /** Returns the invoiced fen of each item on a user's live invoices. */
  live: async (userId: string): Promise<Map<string, bigint>> => {
    const rows = await db
      .selectFrom('invoice_items as n')
      .innerJoin('invoices as i', 'i.id', 'n.invoice_id')
      .select(['n.item', 'n.amount_fen'])
      .where('i.user_id', '=', userId)
      .where('n.live', '=', true)
      .execute()
    return new Map(rows.map(({ item, amount_fen: amountFen }) => [item, amountFen]))
  },
  /**
   * Sums cash paid in, minus withdrawals made or pending; operator additions are gifts and excluded, operator deductions are
   * subtracted.
   */
  paidIn: async (userIds: readonly string[]): Promise<bigint> => {
    const { rows } = await sql<{ paid_fen: bigint; adjusted_fen: bigint }>`
      select coalesce(sum(e.amount_fen) filter (where t.kind <> 'adjust'), 0)::bigint as paid_fen,
        coalesce(sum(e.amount_fen) filter (where t.kind = 'adjust'), 0)::bigint as adjusted_fen
      from accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.kind = 'cash' and a.user_id = any (${userIds}::text[])
        and t.kind in ('recharge', 'withdraw_hold', 'withdraw_return', 'adjust')`.execute(db)
    const { paid_fen: paidFen, adjusted_fen: adjustedFen } = rows[0]!
    return paidFen + (adjustedFen < 0n ? adjustedFen : 0n)
  },
})
