-- Somebody who wants to be called back about an appliance or the cloud (spec §1). May be a visitor.
create table leads (
  id text primary key,
  name text not null,
  phone text not null,
  company text not null,
  interest text not null,
  vendor text,
  message text not null,
  user_id text references users (id),
  state text not null check (state in ('new', 'following', 'won', 'closed')),
  assignee_id text references users (id),
  created_at timestamptz not null
);
create index leads_created on leads (created_at desc);
create index leads_state on leads (state, created_at desc);

-- What was said and decided about a lead. Rows are only ever added.
create table lead_notes (
  id text primary key,
  lead_id text not null references leads (id),
  author_id text not null references users (id),
  state text not null,
  note text not null,
  at timestamptz not null
);
create index lead_notes_lead on lead_notes (lead_id, at desc);

-- Tell me, once, when one instance can get so many cards of this product.
create table stock_alerts (
  id text primary key,
  user_id text not null references users (id),
  product_id text not null references products (id),
  gpu_num integer not null check (gpu_num between 1 and 8),
  state text not null check (state in ('waiting', 'sent', 'cancelled')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create unique index stock_alerts_same on stock_alerts (user_id, product_id, gpu_num) where state = 'waiting';
create index stock_alerts_waiting on stock_alerts (product_id, created_at) where state = 'waiting';
create index stock_alerts_user on stock_alerts (user_id, created_at desc);
