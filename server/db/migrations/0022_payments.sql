-- Where a recharge is paid, and what its provider said of it last: a notice that got lost is found by asking (decision 033).
alter table recharges add column pay_url text;
alter table recharges add column pay_way text not null default 'qr' check (pay_way in ('qr', 'page'));
alter table recharges add column provider_no text;
alter table recharges add column provider_word text;
alter table recharges add column checks integer not null default 0;
alter table recharges add column checked_at timestamptz;
alter table recharges add column next_check_at timestamptz check (next_check_at is null or status = 'pending');
update recharges set pay_url = '/sandbox/cashier/' || trade_no, next_check_at = expires_at where status = 'pending';
drop index recharges_pending;
create index recharges_to_check on recharges (next_check_at) where status = 'pending';
create index recharges_at on recharges (created_at desc, id desc);

-- Money somebody sent to the company's bank account. It is credited when the bank shows it, large amounts after two people
-- have looked; nobody decides his own.
create table bank_transfers (
  id text primary key,
  user_id text not null references users (id),
  amount_fen bigint not null check (amount_fen > 0),
  payer_name text not null,
  picture_id text not null references pictures (id),
  status text not null check (status in ('pending', 'confirmed', 'credited', 'rejected')),
  bank_reference text unique,
  confirmed_by text references users (id),
  confirmed_at timestamptz,
  decided_by text references users (id),
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null,
  check ((bank_reference is not null) = (status in ('confirmed', 'credited'))),
  check ((decided_by is not null) = (status in ('credited', 'rejected'))),
  check ((reason is not null) = (status = 'rejected')),
  check (status <> 'confirmed' or confirmed_by is not null),
  check (confirmed_by <> user_id and decided_by <> user_id),
  constraint bank_transfers_two_people check (
    status <> 'credited' or amount_fen <= 10000000 or (confirmed_by is not null and confirmed_by <> decided_by))
);
create index bank_transfers_user on bank_transfers (user_id, created_at desc);
create index bank_transfers_at on bank_transfers (created_at desc, id desc);

-- Type 1 gives back what was paid in, the way it came; type 2 pays income out to an account of the same person (spec §5).
create table withdrawals (
  id text primary key,
  user_id text not null references users (id),
  type integer not null check (type in (1, 2)),
  amount_fen bigint not null check (amount_fen >= case type when 1 then 1 else 1000 end),
  status text not null check (status in ('pending', 'checking', 'paying', 'done', 'rejected', 'cancelled')),
  payee_kind text check (payee_kind in ('alipay', 'bank')),
  payee_cipher text,
  payee_masked text,
  first_by text references users (id),
  first_at timestamptz,
  decided_by text references users (id),
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((type = 2) = (payee_kind is not null) and (type = 2) = (payee_cipher is not null) and (type = 2) = (payee_masked is not null)),
  check ((decided_by is not null) = (status in ('paying', 'done', 'rejected'))),
  check ((reason is not null) = (status = 'rejected')),
  check ((ended_at is not null) = (status in ('done', 'rejected', 'cancelled'))),
  check (status <> 'checking' or (first_by is not null and amount_fen > 100000)),
  check (first_by <> user_id and decided_by <> user_id),
  constraint withdrawals_two_people check (
    status not in ('paying', 'done') or amount_fen <= 100000 or (first_by is not null and first_by <> decided_by))
);
create index withdrawals_user on withdrawals (user_id, created_at desc);
create index withdrawals_at on withdrawals (created_at desc, id desc);

-- What a withdrawal is made of: each part goes back to one payment, or to the payee. Its id is the refund's number at the
-- provider, so that a refund that is asked for again is the same refund.
create table withdrawal_parts (
  id text primary key,
  withdrawal_id text not null references withdrawals (id),
  position integer not null,
  channel text not null check (channel in ('alipay', 'wechat', 'bank', 'payee')),
  recharge_id text references recharges (id),
  bank_transfer_id text references bank_transfers (id),
  amount_fen bigint not null check (amount_fen > 0),
  -- held: not approved yet · waiting, sent: approved · failed: the provider refused · done · returned, released: given back
  status text not null check (status in ('held', 'waiting', 'sent', 'failed', 'done', 'returned', 'released')),
  reference text,
  failure text,
  tries integer not null default 0,
  next_try_at timestamptz,
  paid_by text references users (id),
  ended_at timestamptz,
  unique (withdrawal_id, position),
  check ((recharge_id is not null) = (channel in ('alipay', 'wechat')) and (bank_transfer_id is not null) = (channel = 'bank')),
  check ((next_try_at is not null) = (status in ('waiting', 'sent') and channel in ('alipay', 'wechat'))),
  check ((ended_at is not null) = (status in ('done', 'returned', 'released')))
);
create index withdrawal_parts_due on withdrawal_parts (next_try_at) where next_try_at is not null;
create index withdrawal_parts_recharge on withdrawal_parts (recharge_id) where recharge_id is not null;
create index withdrawal_parts_bank_transfer on withdrawal_parts (bank_transfer_id) where bank_transfer_id is not null;
