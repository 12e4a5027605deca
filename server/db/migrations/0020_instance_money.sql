-- What becomes of a package when its time is over (product §5), and how much an automatic renewal buys.
alter table instances add column expiry_policy text not null default 'stop' check (expiry_policy in ('stop', 'renew', 'hour'));
alter table instances add column renew_quantity integer not null default 1 check (renew_quantity between 1 and 52);

-- What was said and tried before an expiry; another expiry begins anew.
create table expiry_watch (
  instance_id text primary key references instances (id),
  expire_at timestamptz not null,
  -- The last reminder, in hours before the expiry.
  told_hours integer,
  -- The last automatic renewal that failed, and why.
  tried_at timestamptz,
  failure text,
  check ((tried_at is null) = (failure is null))
);

-- A user without a row has the defaults.
create table charge_configs (
  user_id text primary key references users (id),
  expiry_policy text not null check (expiry_policy in ('stop', 'renew', 'hour'))
);

-- The time an order bought is a stretch of the package; the newest orders end where the package ends. A change of the
-- configuration cuts each stretch that is left: what was used before counts at the price per hour of then.
create table stretch_lifts (
  id bigint generated always as identity primary key,
  -- Whose time it changes, and the order of the change.
  order_id text not null references orders (id),
  lift_order_id text not null references orders (id),
  -- Seconds of the stretch that were over, and what pay-as-you-go cost per hour until then.
  used_s bigint not null check (used_s >= 0),
  hour_micro bigint not null check (hour_micro >= 0),
  -- What an hour of the rest is worth from then on.
  price_micro bigint not null check (price_micro >= 0),
  -- What the change cost for this stretch, the cash of it, and what has been given back of that cash.
  value_fen bigint not null check (value_fen >= 0),
  cash_fen bigint not null check (cash_fen between 0 and value_fen),
  returned_fen bigint not null default 0 check (returned_fen between 0 and cash_fen),
  unique (order_id, lift_order_id)
);
create index stretch_lifts_lift on stretch_lifts (lift_order_id);
