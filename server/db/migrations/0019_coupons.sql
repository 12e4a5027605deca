-- What operators give away. The terms of a campaign never change: what somebody holds stays what it was.
create table coupon_campaigns (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('voucher', 'reduction', 'discount')),
  face_fen bigint check (face_fen > 0),
  threshold_fen bigint check (threshold_fen >= 0),
  reduction_fen bigint check (reduction_fen > 0),
  -- What is left to pay: 80 leaves four fifths.
  percent integer check (percent between 1 and 99),
  cap_fen bigint check (cap_fen > 0),
  -- uses, product_ids, region_ids, charge_rules; null in each is all of them.
  scope jsonb not null,
  how text not null check (how in ('open', 'code', 'grant')),
  quota integer not null check (quota > 0),
  per_user integer not null check (per_user > 0),
  taken integer not null default 0 check (taken between 0 and quota),
  starts_at timestamptz,
  ends_at timestamptz,
  valid_days integer check (valid_days between 1 and 366),
  stopped_at timestamptz,
  created_by text not null references users (id),
  created_at timestamptz not null,
  check ((kind = 'voucher') = (face_fen is not null)),
  check ((kind = 'reduction') = (reduction_fen is not null)),
  check ((kind = 'discount') = (percent is not null)),
  check ((kind = 'voucher') = (threshold_fen is null)),
  check (kind = 'discount' or cap_fen is null),
  check ((valid_days is null) = (ends_at is not null) and (starts_at is null) = (ends_at is null)),
  check (ends_at > starts_at)
);
create index coupon_campaigns_open on coupon_campaigns (created_at desc) where how = 'open' and stopped_at is null;

-- One thing a person holds. A voucher has the account of its id; a coupon is used while an order that stands names it.
create table coupons (
  id text primary key,
  campaign_id text not null references coupon_campaigns (id),
  user_id text not null references users (id),
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  claimed_at timestamptz not null,
  reminded_at timestamptz,
  -- When what was left of a voucher went back.
  ended_at timestamptz
);
create index coupons_user on coupons (user_id, claimed_at desc);
create index coupons_campaign on coupons (campaign_id, claimed_at desc);
create index coupons_to_end on coupons (valid_until) where ended_at is null;
alter table accounts add constraint accounts_voucher_id_fkey foreign key (voucher_id) references coupons (id) deferrable initially deferred;

-- The code itself is made anew from its number when it is downloaded; what lies here cannot be redeemed.
create table coupon_codes (
  hash text primary key,
  campaign_id text not null references coupon_campaigns (id),
  n integer not null,
  coupon_id text unique references coupons (id),
  unique (campaign_id, n)
);

alter table orders add column coupon_id text references coupons (id);
alter table orders add constraint orders_coupon_check check ((coupon_id is null) = (discount_fen = 0));
create unique index orders_coupon on orders (coupon_id) where coupon_id is not null and status not in ('refunded', 'cancelled');

-- Which vouchers an instance may not burn; without a row all may be burnt.
create table instance_voucher_rules (
  instance_id text primary key references instances (id),
  -- No voucher at all.
  none boolean not null,
  forbidden jsonb not null
);

alter table usage_charges add column voucher_fen bigint not null default 0 check (voucher_fen between 0 and fen);
