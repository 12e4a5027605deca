-- Double entry in whole fen. Balances are kept by the database itself: nobody but the entry trigger may change one.
create table accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('cash', 'channel', 'revenue')),
  user_id text references users (id),
  balance_fen bigint not null default 0,
  check ((kind = 'cash') = (user_id is not null))
);
create unique index accounts_of_user on accounts (user_id, kind) where user_id is not null;
create unique index accounts_of_platform on accounts (kind) where user_id is null;
insert into accounts (kind) values ('channel'), ('revenue');

create table ledger_transactions (
  id bigint generated always as identity primary key,
  idem text not null unique,
  kind text not null check (kind in ('recharge', 'order', 'usage', 'refund')),
  title text not null,
  ref text,
  at timestamptz not null,
  xid xid8 not null default pg_current_xact_id()
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  account_id bigint not null references accounts (id),
  amount_fen bigint not null check (amount_fen <> 0),
  balance_after_fen bigint not null
);
create index ledger_entries_account on ledger_entries (account_id, id desc);
create index ledger_entries_transaction on ledger_entries (transaction_id);

create function apply_ledger_entry() returns trigger language plpgsql as $$
declare
  owner_kind text;
  posting ledger_transactions;
begin
  select * into posting from ledger_transactions where id = new.transaction_id;
  if posting.xid <> pg_current_xact_id() then
    raise exception 'ledger transaction % is closed', new.transaction_id using errcode = 'ZS002';
  end if;
  update accounts set balance_fen = balance_fen + new.amount_fen where id = new.account_id
    returning balance_fen, kind into new.balance_after_fen, owner_kind;
  -- Drawn while the account is held: the entries of an account are numbered in the order in which they moved it.
  new.id := nextval(pg_get_serial_sequence('ledger_entries', 'id'));
  -- Usage always posts: what was used is owed. Everything else needs the money first.
  if owner_kind = 'cash' and new.amount_fen < 0 and new.balance_after_fen < 0 and posting.kind <> 'usage' then
    raise exception 'insufficient balance' using errcode = 'ZS003';
  end if;
  return new;
end $$;
create trigger ledger_entry_applies before insert on ledger_entries
  for each row execute function apply_ledger_entry();

create function check_ledger_balance() returns trigger language plpgsql as $$
declare
  total bigint;
  legs bigint;
begin
  select coalesce(sum(amount_fen), 0), count(*) into total, legs from ledger_entries where transaction_id = new.id;
  if total <> 0 or legs < 2 then
    raise exception 'ledger transaction % does not balance (% fen, % legs)', new.id, total, legs using errcode = 'ZS004';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balances after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_balance();

create function guard_account_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.balance_fen <> old.balance_fen and pg_trigger_depth() < 2 then
    raise exception 'balances move by ledger entries only' using errcode = 'ZS005';
  end if;
  if tg_op = 'INSERT' and new.balance_fen <> 0 then
    raise exception 'accounts start at zero' using errcode = 'ZS005';
  end if;
  return new;
end $$;
create trigger account_balance_guarded before insert or update on accounts
  for each row execute function guard_account_balance();

create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();

create table recharges (
  id text primary key,
  trade_no text not null unique,
  user_id text not null references users (id),
  amount_fen bigint not null check (amount_fen > 0),
  channel text not null check (channel in ('alipay', 'wechat')),
  status text not null check (status in ('pending', 'paid', 'closed')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz
);
create index recharges_user on recharges (user_id, created_at desc);
create index recharges_pending on recharges (expires_at) where status = 'pending';
