import { type RawBuilder, sql } from 'kysely'

/** Builds what the cash of users paid since `from` for what they used and bought, less refunds, in fen. `users` selects their ids. */
export const selectSpentFen = (users: RawBuilder<unknown>, from: Date): RawBuilder<bigint> => sql<bigint>`coalesce((
  select -sum(e.amount_fen) from ledger_entries e join accounts a on a.id = e.account_id
  join ledger_transactions t on t.id = e.transaction_id
  where a.user_id in (${users}) and a.kind = 'cash' and t.kind in ('usage', 'llm_usage', 'order', 'refund', 'late_fee')
    and t.at >= ${from}), 0)::bigint`
