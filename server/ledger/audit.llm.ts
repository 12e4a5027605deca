import { sql } from 'kysely'

/** Invariants of LLM calls and their postings, in the form of the rules of audit.ts (docs/decisions/040). */
export const llmAuditRules: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
  'what large models cost a user is posted up to the last whole fen, and the rest is kept': sql`
    select count(*)::int as n from llm_accounts a
    left join (select user_id, sum(cost_pico) as cost, sum(posted_fen) as fen from llm_calls group by user_id) c on c.user_id = a.user_id
    left join (select b.user_id, -sum(e.amount_fen) as fen from accounts b join ledger_entries e on e.account_id = b.id
               join ledger_transactions t on t.id = e.transaction_id
               where b.kind = 'cash' and t.kind = 'llm_usage' group by b.user_id) p on p.user_id = a.user_id
    where coalesce(c.cost, 0) <> coalesce(p.fen, 0) * 10000000000 + a.carry_pico or coalesce(c.fen, 0) <> coalesce(p.fen, 0)`,
  'each posting of tokens is that of one call, of the same user': sql`
    select count(*)::int as n from ledger_transactions t
    left join llm_calls c on t.idem = 'llm:' || c.id
    left join ledger_entries e on e.transaction_id = t.id
    left join accounts a on a.id = e.account_id and a.kind = 'cash'
    where t.kind = 'llm_usage' and (c.id is null or (a.id is not null and (a.user_id <> c.user_id or e.amount_fen <> -c.posted_fen)))`,
  'a call costs what its tokens cost at the price it began with, or all that it held': sql`
    select count(*)::int as n from llm_calls c join llm_prices p on p.id = c.price_id
    where c.ended_at is not null and c.cost_pico <> least(c.reserved_pico::numeric,
      (c.prompt_tokens - c.cached_tokens)::numeric * p.input_micro + c.cached_tokens::numeric * p.cached_micro + c.completion_tokens::numeric * p.output_micro)`,
  'a key has spent what its calls cost, and counts them': sql`
    select count(*)::int as n from llm_keys k
    left join (select key_id, sum(cost_pico) as cost, count(*) filter (where ended_at is not null) as n from llm_calls group by key_id) c on c.key_id = k.id
    where k.spent_pico <> coalesce(c.cost, 0) or k.calls <> coalesce(c.n, 0)`,
}
