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
  sources: async (userIds: readonly string[]): Promise<InvoiceSource[]> => {
    const { rows } = await sql<InvoiceSource>`select * from invoice_sources(${userIds}::text[])`.execute(db)
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
