-- From the moment the cash of a user is below 0 until it no longer is. Days are counted as the platform sees them pass;
-- the late fee is a function of the principal of those days, so that any number of looks posts the same (product §5).
create table debts (
  id text primary key,
  user_id text not null references users (id),
  since timestamptz not null,
  day_seen_at timestamptz not null,
  days integer not null default 0,
  principal_days_fen bigint not null default 0 check (principal_days_fen >= 0),
  fee_fen bigint not null default 0,
  terminated_at timestamptz,
  ended_at timestamptz,
  check (fee_fen = principal_days_fen / 1000)
);
create unique index debts_open on debts (user_id) where ended_at is null;
create index debts_user on debts (user_id, since desc);

-- What operators put to a balance, or took from it, and why.
create table balance_adjustments (
  id text primary key,
  user_id text not null references users (id),
  amount_fen bigint not null check (amount_fen <> 0),
  reason text not null,
  requested_by text not null references users (id),
  approved_by text references users (id) check (approved_by <> requested_by),
  at timestamptz not null
);
create index balance_adjustments_user on balance_adjustments (user_id, at desc);
create trigger balance_adjustments_append_only before update or delete on balance_adjustments
  for each row execute function refuse_change();

alter table change_requests drop constraint change_requests_kind_check;
alter table change_requests add constraint change_requests_kind_check
  check (kind in ('price', 'role', 'unfreeze', 'activity', 'withdrawal', 'adjustment'));
