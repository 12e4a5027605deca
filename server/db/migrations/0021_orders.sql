-- An order may wait a quarter of an hour for its money, with what was quoted; no card is held meanwhile (product §5).
alter table orders add column quoted jsonb;
alter table orders add column closed_at timestamptz;
alter table orders add column closed_by text check (closed_by in ('user', 'time', 'unused'));
alter table orders add constraint orders_pending_check check (
  status <> 'pending' or (expires_at is not null and quoted is not null and paid_at is null));
create index orders_pending on orders (expires_at) where status = 'pending';

-- What was given back of an order: the cash of it, and what its vouchers had paid.
create table order_refunds (
  id text primary key,
  order_id text not null references orders (id),
  cash_fen bigint not null check (cash_fen >= 0),
  voucher_fen bigint not null default 0 check (voucher_fen >= 0),
  reason text not null,
  -- Who decided it; null where the platform did by a rule.
  operator_id text references users (id),
  -- The time it bought was taken back with it.
  took_time boolean not null default false,
  transaction_id bigint not null references ledger_transactions (id),
  at timestamptz not null,
  check (cash_fen + voucher_fen > 0)
);
create index order_refunds_order on order_refunds (order_id, at);
create trigger order_refunds_append_only before update or delete on order_refunds
  for each row execute function refuse_change();
insert into order_refunds (id, order_id, cash_fen, reason, transaction_id, at)
  select 'refund-' || o.id, o.id, o.amount_fen, '实例没有运行成功', t.id, t.at
  from orders o join ledger_transactions t on t.idem = 'refund:' || o.id;

-- 收支明细 and 消费明细 read by transaction, and by the moment of a charge.
create index ledger_transactions_ref on ledger_transactions (ref) where ref is not null;
create index usage_charges_transaction on usage_charges (transaction_id) where transaction_id is not null;
create index segments_user on segments (user_id, id);
