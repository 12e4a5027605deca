-- What an activity says needs one person; its terms are a price, so they come from an approved change request, all at once.
create table activities (
  id text primary key,
  title text not null,
  content text not null,
  art text not null check (art in ('wafer', 'wave', 'stairs', 'rings')),
  position integer not null,
  visible boolean not null default false,
  discount_type text check (discount_type in ('day', 'week')),
  -- Days or weeks of one share.
  period integer check (period between 1 and 52),
  -- Of the price of the day: 80 leaves four fifths.
  percent integer check (percent between 1 and 99),
  audience text check (audience in ('all', 'new')),
  per_user integer check (per_user > 0),
  -- Shares of everybody together; null is as many as are asked for.
  stock integer check (stock > 0),
  for_existing boolean,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  check (num_nulls(discount_type, period, percent, audience, per_user, for_existing, starts_at, ends_at) in (0, 8)),
  check (ends_at > starts_at)
);
create index activities_running on activities (ends_at) where visible and ends_at is not null;

create table activity_products (
  activity_id text not null references activities (id),
  product_id text not null references products (id),
  primary key (activity_id, product_id)
);
create index activity_products_product on activity_products (product_id);

-- The order is the share: what was given back is not counted.
alter table orders add column activity_id text references activities (id);
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check check (kind in ('create_instance', 'activity'));
create index orders_activity on orders (activity_id, user_id) where activity_id is not null;

alter table change_requests drop constraint change_requests_kind_check;
alter table change_requests add constraint change_requests_kind_check
  check (kind in ('price', 'role', 'unfreeze', 'activity'));

create table banners (
  id text primary key,
  title text not null,
  text text not null,
  link text,
  art text not null check (art in ('wafer', 'wave', 'stairs', 'rings')),
  position integer not null,
  visible_from timestamptz,
  visible_to timestamptz,
  created_at timestamptz not null,
  check (visible_to > visible_from)
);

-- Texts an operator has set in place of what the environment says; an empty one says nothing.
create table site_texts (
  key text primary key check (key in ('home_message')),
  text text not null,
  updated_at timestamptz not null
);
