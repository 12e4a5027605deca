-- Keywords that are the beginning of a number are looked up, whatever the database's collation (decision 096).
create index instances_number on instances (id text_pattern_ops);
create index orders_number on orders (id text_pattern_ops);
-- It also finds equal ones, so the old index goes and a posting writes as many as before.
create index ledger_transactions_number on ledger_transactions (ref text_pattern_ops) where ref is not null;
drop index ledger_transactions_ref;
-- Few postings are not of usage, and those that are do not write this.
create index ledger_transactions_kind on ledger_transactions (kind, id desc) where kind <> 'usage' and kind <> 'llm_usage';
-- Orders by their amount.
create index orders_user_amount on orders (user_id, amount_fen desc, id desc);
create index orders_amount on orders (amount_fen desc, id desc);
