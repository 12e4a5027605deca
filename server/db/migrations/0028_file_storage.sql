-- 文件存储 (product §7, docs/decisions/039). The files lie in volumes; here is what is known and promised about them.
create table storage_usage (
  user_id text not null references users (id),
  region_id text not null references regions (id),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  file_count bigint not null default 0 check (file_count >= 0),
  -- Null: the free one.
  quota_bytes bigint check (quota_bytes >= 0),
  quota_reason text,
  measured_at timestamptz,
  -- Counts what we changed: a measurement during which it moved says nothing.
  changes bigint not null default 0,
  primary key (user_id, region_id),
  check ((quota_bytes is null) = (quota_reason is null))
);
create index storage_usage_measured on storage_usage (measured_at nulls first);

create table storage_uploads (
  id text primary key,
  user_id text not null,
  region_id text not null,
  folder text not null,
  name text not null,
  type text,
  size_bytes bigint not null check (size_bytes >= 0),
  when_taken text not null check (when_taken in ('refuse', 'rename', 'replace')),
  -- Of what was received, once it was found to be what was sent.
  sha256 text,
  -- Where it is being put: from here on it is finished, whoever is killed.
  placed_path text,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  -- Whoever is writing to it or checking it, on whichever node; `wanted` asks that one to let go.
  holder text,
  held_until timestamptz,
  wanted boolean not null default false,
  foreign key (user_id, region_id) references storage_usage (user_id, region_id),
  check ((holder is null) = (held_until is null))
);
create index storage_uploads_user on storage_uploads (user_id, region_id);
create index storage_uploads_touched on storage_uploads (touched_at);

create table storage_tasks (
  id text primary key,
  user_id text not null,
  region_id text not null,
  path text not null,
  folder text not null,
  result_path text,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  percent integer not null default 0 check (percent between 0 and 100),
  error text,
  -- What it will take, from when that is known to the end.
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- Something of it may lie in the staging folder.
  staged boolean not null default false,
  holder text,
  held_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (user_id, region_id) references storage_usage (user_id, region_id),
  check ((state in ('waiting', 'running')) = (ended_at is null)),
  check ((state = 'failed') = (error is not null)),
  check (ended_at is null or reserved_bytes = 0),
  check ((holder is null) = (held_until is null))
);
create index storage_tasks_user on storage_tasks (user_id, created_at desc);
create index storage_tasks_open on storage_tasks (created_at) where state in ('waiting', 'running') or staged;
