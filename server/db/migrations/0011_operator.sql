-- What an operator decides about a host must survive what its driver reports: `schedulable`, which everything that places
-- instances asks, follows from both. A host without a region waits to be registered.
alter table hosts rename column schedulable to driver_schedulable;
alter table hosts alter column region_id drop not null;
alter table hosts
  add column drained_at timestamptz,
  add column drain_reason text,
  add column maintenance_since timestamptz;
alter table hosts add column schedulable boolean not null generated always as
  (driver_schedulable and region_id is not null and drained_at is null and maintenance_since is null) stored;

create table host_maintenances (
  id text primary key,
  host_id text not null references hosts (id),
  reason text not null,
  starts_at timestamptz not null,
  -- How long it is expected to take.
  hours integer not null check (hours > 0),
  status text not null check (status in ('announced', 'under_way', 'finished', 'cancelled')),
  announced_at timestamptz not null,
  reminded_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz
);
create unique index host_maintenances_open on host_maintenances (host_id) where status in ('announced', 'under_way');
create index host_maintenances_host on host_maintenances (host_id, announced_at desc);

alter table users add column frozen_reason text;
create index users_created on users (created_at desc, id desc);

-- A change that takes two people: nobody decides what they requested, and the database knows it, too.
create table change_requests (
  id text primary key,
  kind text not null check (kind in ('price', 'role', 'unfreeze')),
  target_id text not null,
  title text not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  requested_by text not null references users (id),
  requested_at timestamptz not null,
  decided_by text references users (id),
  decided_at timestamptz,
  note text,
  check ((status in ('pending', 'withdrawn')) = (decided_by is null)),
  check (decided_by <> requested_by)
);
create unique index change_requests_pending on change_requests (kind, target_id) where status = 'pending';
create index change_requests_at on change_requests (requested_at desc, id desc);

create function guard_change_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'pending'
    or (new.id, new.kind, new.target_id, new.reason, new.before, new.after, new.requested_by, new.requested_at)
      is distinct from (old.id, old.kind, old.target_id, old.reason, old.before, old.after, old.requested_by, old.requested_at) then
    raise exception 'a change request is decided once and never rewritten' using errcode = 'ZS006';
  end if;
  return new;
end $$;
create trigger change_requests_guarded before update or delete on change_requests
  for each row execute function guard_change_request();

create trigger product_prices_append_only before update or delete on product_prices
  for each row execute function refuse_change();

-- What an operator changed, without secrets and ID numbers.
alter table audit_log add column before jsonb, add column after jsonb;
create index audit_log_target on audit_log (target_id, id desc);
create index audit_log_at on audit_log (at);
create trigger audit_log_not_emptied before truncate on audit_log execute function refuse_change();

create index ledger_transactions_at on ledger_transactions (at);
