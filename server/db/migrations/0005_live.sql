create table notifications (
  id text primary key,
  user_id text not null references users (id),
  class text not null check (class in ('expiry', 'arrears', 'balance', 'release', 'review', 'activity', 'system')),
  title text not null,
  content text not null,
  link text,
  created_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz
);
create index notifications_user on notifications (user_id, created_at desc) where deleted_at is null;
create index notifications_unread on notifications (user_id) where deleted_at is null and read_at is null;

-- Outbox of the stream. `position` is given after commit by one sequencer at a time, so that readers of
-- "position > last" never miss a transaction that committed late. user_id null = everybody.
create table stream_events (
  id bigint generated always as identity primary key,
  position bigint unique,
  user_id text references users (id),
  message jsonb not null,
  created_at timestamptz not null
);
create index stream_events_unplaced on stream_events (id) where position is null;
create index stream_events_user on stream_events (user_id, position);
create sequence stream_position;

create table leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
);

-- How regularly time has passed: destructive rules wait until it has been steady for a while.
create table billing_clock (
  one boolean primary key default true check (one),
  ticked_at timestamptz not null,
  steady_since timestamptz not null
);
