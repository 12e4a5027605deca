create table instances (
  id text primary key,
  user_id text not null references users (id),
  nick_name text not null,
  product_id text not null references products (id),
  price_id text not null references product_prices (id),
  region_id text not null references regions (id),
  host_id text not null references hosts (id),
  image_id text not null references images (id),
  gpu_num integer not null,
  cpu integer not null,
  memory_gb integer not null,
  sys_disk_gb integer not null,
  data_disk_gb integer not null,
  secret_key_name text,
  authorized_key text,
  charge_rule text not null check (charge_rule in ('hour', 'day', 'week')),
  price_micro bigint not null,
  expire_at timestamptz,
  status integer not null check (status in (0, 1, 2, 5, 6, 7, 12, 30, 31)),
  desired text not null check (desired in ('running', 'stopped', 'released')),
  restarting boolean not null default false,
  reason text,
  generation integer not null default 1,
  boot integer not null default 1,
  carry bigint not null default 0,
  next_reconcile_at timestamptz,
  lease_until timestamptz,
  lease_by text,
  attempts integer not null default 0,
  phase_since timestamptz not null,
  missing_since timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  stopped_at timestamptz,
  released_at timestamptz
);
create index instances_user on instances (user_id, created_at desc) where released_at is null;
create index instances_due on instances (next_reconcile_at) where released_at is null and next_reconcile_at is not null;
create index instances_expiry on instances (expire_at) where released_at is null and expire_at is not null;

-- A GPU belongs to one instance at most: the column is the lease.
create table gpus (
  uuid text primary key,
  host_id text not null references hosts (id),
  model text not null,
  instance_id text references instances (id)
);
create index gpus_free on gpus (host_id, model) where instance_id is null;
create index gpus_instance on gpus (instance_id) where instance_id is not null;

create table orders (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('create_instance')),
  title text not null,
  status text not null check (status in ('pending', 'paid', 'done', 'cancelled', 'refunded')),
  amount_fen bigint not null check (amount_fen >= 0),
  charge_rule text not null,
  quantity integer not null,
  instance_id text references instances (id),
  price_id text not null references product_prices (id),
  quote_id text not null unique,
  created_at timestamptz not null
);
create index orders_user on orders (user_id, created_at desc);
create index orders_instance on orders (instance_id);

create table instance_events (
  id bigint generated always as identity primary key,
  instance_id text not null references instances (id),
  at timestamptz not null,
  actor text not null check (actor in ('user', 'operator', 'system')),
  actor_id text,
  kind text not null,
  title text not null,
  detail text,
  status integer,
  reason text
);
create index instance_events_instance on instance_events (instance_id, id desc);
create trigger instance_events_append_only before update or delete on instance_events
  for each row execute function refuse_change();

create table instance_steps (
  instance_id text not null references instances (id),
  boot integer not null,
  key text not null check (key in ('schedule', 'image', 'create', 'boot', 'ready')),
  started_at timestamptz not null,
  finished_at timestamptz,
  failed_at timestamptz,
  detail text,
  primary key (instance_id, boot, key)
);

-- One unbroken run at one price. Charge so far = floor((price_micro × seen_s + carry_in) / 36 000 000) fen.
create table segments (
  id bigint generated always as identity primary key,
  instance_id text not null references instances (id),
  user_id text not null references users (id),
  price_micro bigint not null check (price_micro >= 0),
  carry_in bigint not null check (carry_in >= 0 and carry_in < 36000000),
  started_at timestamptz not null,
  ended_at timestamptz,
  seen_at timestamptz not null,
  seen_s bigint not null default 0 check (seen_s >= billed_s),
  billed_s bigint not null default 0,
  billed_fen bigint not null default 0,
  next_bill_at timestamptz not null
);
create unique index segments_open on segments (instance_id) where ended_at is null;
create index segments_due on segments (next_bill_at) where ended_at is null;
create index segments_user_open on segments (user_id) where ended_at is null;
create index segments_instance on segments (instance_id, id desc);

create table usage_charges (
  segment_id bigint not null references segments (id),
  from_s bigint not null,
  to_s bigint not null check (to_s > from_s),
  fen bigint not null check (fen >= 0),
  transaction_id bigint references ledger_transactions (id),
  at timestamptz not null,
  primary key (segment_id, from_s),
  check ((fen = 0) = (transaction_id is null))
);
create trigger usage_charges_append_only before update or delete on usage_charges
  for each row execute function refuse_change();

create table terminal_tickets (
  hash text primary key,
  instance_id text not null references instances (id),
  user_id text not null references users (id),
  expires_at timestamptz not null
);
