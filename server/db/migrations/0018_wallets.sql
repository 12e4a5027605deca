-- Each user has four wallets, and one account for each voucher he was given (product §5). What is held for a withdrawal
-- lies in `frozen` or `income_frozen`. Vouchers and rewards are given out of `promotion`; `adjustment` is what operators
-- add or take.
alter table accounts drop constraint accounts_kind_check;
alter table accounts drop constraint accounts_check;
alter table accounts add constraint accounts_kind_check check (
  kind in ('cash', 'frozen', 'income', 'income_frozen', 'voucher', 'channel', 'revenue', 'promotion', 'adjustment'));
alter table accounts add column voucher_id text unique;
alter table accounts add constraint accounts_owner_check check (
  (kind in ('cash', 'frozen', 'income', 'income_frozen', 'voucher')) = (user_id is not null));
alter table accounts add constraint accounts_voucher_check check ((kind = 'voucher') = (voucher_id is not null));
drop index accounts_of_user;
create unique index accounts_of_user on accounts (user_id, kind) where user_id is not null and kind <> 'voucher';
create index accounts_vouchers on accounts (user_id) where kind = 'voucher';
insert into accounts (kind) values ('promotion'), ('adjustment');
insert into accounts (kind, user_id)
  select v.kind, users.id from users cross join (values ('frozen'), ('income'), ('income_frozen')) as v (kind);

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'recharge', 'order', 'usage', 'refund', 'late_fee', 'adjust', 'allocate',
  'withdraw_hold', 'withdraw_return', 'withdraw', 'voucher_grant', 'voucher_end', 'reward'));

create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
declare
  owner text;
  posting ledger_transactions;
begin
  select * into posting from ledger_transactions where id = new.transaction_id;
  if posting.xid <> pg_current_xact_id() then
    raise exception 'ledger transaction % is closed', new.transaction_id using errcode = 'ZS002';
  end if;
  update accounts set balance_fen = balance_fen + new.amount_fen where id = new.account_id
    returning balance_fen, case when user_id is null then null else kind end into new.balance_after_fen, owner;
  -- Drawn while the account is held: the entries of an account are numbered in the order in which they moved it.
  new.id := nextval(pg_get_serial_sequence('ledger_entries', 'id'));
  -- Usage and its late fee always post to the cash: what was used is owed. Everything else needs the money first.
  if owner is not null and new.amount_fen < 0 and new.balance_after_fen < 0
     and (owner <> 'cash' or posting.kind not in ('usage', 'late_fee')) then
    raise exception 'insufficient balance' using errcode = 'ZS003';
  end if;
  return new;
end $$;

-- What an order was paid with, and how long one that is not paid waits.
alter table orders add column voucher_fen bigint not null default 0 check (voucher_fen between 0 and amount_fen);
alter table orders add column discount_fen bigint not null default 0 check (discount_fen >= 0);
alter table orders add column expires_at timestamptz;
alter table orders add column paid_at timestamptz;
update orders set paid_at = created_at;
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check check (kind in ('create_instance', 'activity', 'renew', 'lift', 'convert'));

-- A sub-account belongs to the account that made it (product §6).
alter table users add column master_id text references users (id);
alter table users add constraint users_master_check check (master_id is null or account_type = 'sub');
create index users_master on users (master_id) where master_id is not null;

-- When the person at this session last proved anew that it is him.
alter table sessions add column stepped_up_at timestamptz;

-- Pictures that people send, drawn anew by the platform; what proves an identity is sealed.
create table pictures (
  id text primary key,
  user_id text not null references users (id),
  purpose text not null check (purpose in ('avatar', 'transfer_proof', 'certification')),
  type text not null,
  bytes bytea not null,
  sealed boolean not null,
  created_at timestamptz not null
);
create index pictures_user on pictures (user_id, purpose);
