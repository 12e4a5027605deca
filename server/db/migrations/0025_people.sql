-- An announcement is told to each of its audience once, in chunks: `cursor` is the last user a committed chunk has reached.
create table announcements (
  id text primary key,
  title text not null,
  content text not null,
  audience text not null check (audience in ('all', 'verified', 'creators', 'running')),
  state text not null check (state in ('scheduled', 'publishing', 'published', 'cancelled')),
  publish_at timestamptz not null,
  published_at timestamptz,
  cursor text not null default '',
  reach integer not null default 0,
  created_by text not null references users (id),
  created_at timestamptz not null,
  check ((state = 'published') = (published_at is not null))
);
create index announcements_due on announcements (publish_at) where state in ('scheduled', 'publishing');
alter table notifications add column announcement_id text references announcements (id);
create unique index notifications_announcement on notifications (announcement_id, user_id) where announcement_id is not null;

-- What a person chose for a class of messages on one channel; without a row the default holds (product §6).
create table notice_preferences (
  user_id text not null references users (id),
  class text not null,
  channel text not null check (channel in ('site', 'sms', 'email', 'webhook')),
  enabled boolean not null,
  primary key (user_id, class, channel)
);

-- Where messages go by e-mail. An address that was asked for gets nothing but its code until it is verified.
create table notice_emails (
  user_id text primary key references users (id),
  address text,
  pending text,
  code_hash text,
  tries integer not null default 0,
  code_expires_at timestamptz,
  check (address is not null or pending is not null)
);

create table notice_webhooks (
  user_id text primary key references users (id),
  url text not null,
  secret_cipher text not null,
  created_at timestamptz not null
);

-- Outbox of the channels that leave the platform. `id` goes with the message, so that who gets it twice can tell.
create table notice_deliveries (
  id text primary key,
  user_id text not null references users (id),
  notification_id text references notifications (id),
  channel text not null check (channel in ('sms', 'email', 'webhook')),
  class text not null,
  title text not null,
  state text not null check (state in ('waiting', 'sent', 'dropped', 'dead')),
  tries integer not null default 0,
  due_at timestamptz,
  error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'waiting') = (due_at is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create unique index notice_deliveries_once on notice_deliveries (notification_id, channel) where notification_id is not null;
create index notice_deliveries_due on notice_deliveries (due_at) where state = 'waiting';
create index notice_deliveries_user on notice_deliveries (user_id, created_at desc);

-- One settled day of somebody whose spending earns his inviter a reward: the cash entries after `from_entry` up to
-- `to_entry`. A sub-account spends for the invitee it belongs to. Rows are only ever added.
create table invitation_rewards (
  id text primary key,
  spender_id text not null references users (id),
  invitee_id text not null references users (id),
  inviter_id text not null references users (id),
  day date not null,
  from_entry bigint not null,
  to_entry bigint not null check (to_entry > from_entry),
  usage_fen bigint not null,
  orders_fen bigint not null,
  refunds_fen bigint not null,
  total_fen bigint not null,
  paid_before_fen bigint not null,
  reward_fen bigint not null check (reward_fen >= 0),
  at timestamptz not null,
  unique (spender_id, from_entry)
);
create index invitation_rewards_inviter on invitation_rewards (inviter_id, day desc);
create trigger invitation_rewards_append_only before update or delete on invitation_rewards
  for each row execute function refuse_change();
create index users_invited_by on users (invited_by) where invited_by is not null;

-- What a master has decided about an account it made; the account itself is a user with `master_id` (product §6).
create table sub_accounts (
  user_id text primary key references users (id),
  master_id text not null references users (id),
  name text not null,
  price_max_micro bigint check (price_max_micro > 0),
  instances_max integer check (instances_max > 0),
  monthly_fen bigint check (monthly_fen > 0),
  topped_month text not null,
  has_password boolean not null,
  frozen_by_master boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index sub_accounts_master on sub_accounts (master_id, created_at desc) where removed_at is null;
create index sub_accounts_monthly on sub_accounts (topped_month) where monthly_fen is not null and removed_at is null;
