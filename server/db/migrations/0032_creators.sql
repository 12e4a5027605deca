-- Who wants to be a creator, and who was made one (spec §7). One open application of each.
create table creator_audits (
  id text primary key,
  user_id text not null references users (id),
  state text not null check (state in ('pending', 'approved', 'refused')),
  introduction text not null,
  field text not null,
  links jsonb not null,
  reason text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references users (id),
  -- The tag was taken back after it had been given.
  revoked_at timestamptz,
  revoked_by text references users (id),
  revoked_reason text,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'refused') = (reason is not null)),
  check (revoked_at is null or state = 'approved'),
  check ((revoked_at is null) = (revoked_reason is null))
);
create unique index creator_audits_open on creator_audits (user_id) where state = 'pending';
create index creator_audits_user on creator_audits (user_id, submitted_at desc);
create index creator_audits_queue on creator_audits (submitted_at);

-- What was saved from an instance costs what the image of that instance costs (docs/decisions/043).
alter table images add column priced_version_id text references community_image_versions (id);
update images m set priced_version_id = v.id from community_image_versions v where v.image_id = m.id;
create function follow_priced_version() returns trigger language plpgsql as $$
begin
  update images set priced_version_id = new.id where id = new.image_id;
  return new;
end $$;
create trigger community_image_versions_priced after insert or update of image_id on community_image_versions
  for each row execute function follow_priced_version();

-- The image's part of the price per hour, and whose it is. price_micro is the whole, this part in it.
alter table instances add column image_price_micro bigint not null default 0 check (image_price_micro >= 0);
alter table instances add column image_version_id text references community_image_versions (id);
alter table instances add constraint instances_image_price check (
  (image_price_micro = 0) = (image_version_id is null) and image_price_micro <= price_micro);
alter table segments add column image_price_micro bigint not null default 0 check (image_price_micro >= 0);
alter table segments add column image_version_id text references community_image_versions (id);
alter table segments add constraint segments_image_price check (
  (image_price_micro = 0) = (image_version_id is null) and image_price_micro <= price_micro);
create index segments_image on segments (image_version_id, id) where image_version_id is not null;

-- When the time of an image runs that an order has prepaid. What is over stays as it was; what is to come may be cut.
create table image_periods (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  instance_id text not null references instances (id),
  user_id text not null references users (id),
  version_id text not null references community_image_versions (id),
  price_micro bigint not null check (price_micro > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  -- Seconds of it that are on statements.
  stated_s bigint not null default 0 check (stated_s >= 0)
);
create index image_periods_order on image_periods (order_id);
create index image_periods_instance on image_periods (instance_id, ends_at);
create index image_periods_version on image_periods (version_id, ends_at);

-- A month of a creator, once everything of it is settled; posted when its money is in the income wallet.
create table creator_statements (
  id text primary key,
  creator_id text not null references users (id),
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  state text not null check (state in ('settled', 'posted')),
  amount_fen bigint not null check (amount_fen >= 0),
  settled_at timestamptz not null,
  posted_at timestamptz,
  transaction_id bigint references ledger_transactions (id),
  unique (creator_id, month),
  check ((state = 'posted') = (posted_at is not null)),
  check (transaction_id is null or (state = 'posted' and amount_fen > 0)),
  check (state <> 'posted' or amount_fen = 0 or transaction_id is not null)
);
create index creator_statements_open on creator_statements (settled_at) where state = 'settled';

create table creator_statement_lines (
  id bigint generated always as identity primary key,
  statement_id text not null references creator_statements (id),
  consumer_id text not null references users (id),
  version_id text not null references community_image_versions (id),
  segment_id bigint references segments (id),
  period_id bigint references image_periods (id),
  seconds bigint not null check (seconds > 0),
  price_micro bigint not null check (price_micro > 0),
  -- How the stretch was paid, whole_fen being what it cost before a coupon.
  cash_fen bigint not null check (cash_fen between 0 and whole_fen),
  whole_fen bigint not null check (whole_fen > 0),
  -- Micro × seconds.
  earned bigint not null check (earned = div(price_micro::numeric * seconds * cash_fen, whole_fen)),
  from_at timestamptz not null,
  to_at timestamptz not null,
  check ((segment_id is null) <> (period_id is null)),
  unique (statement_id, segment_id),
  unique (statement_id, period_id)
);
create index creator_statement_lines_segment on creator_statement_lines (segment_id) where segment_id is not null;
create index creator_statement_lines_period on creator_statement_lines (period_id) where period_id is not null;
create trigger creator_statement_lines_append_only before update or delete on creator_statement_lines
  for each row execute function refuse_change();

-- Months that are over and settled for everybody.
create table creator_months (
  month text primary key,
  settled_at timestamptz not null
);
