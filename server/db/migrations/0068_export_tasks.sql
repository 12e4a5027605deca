-- Exports that a worker writes to files (decision 097).
create table export_tasks (
  id text primary key,
  user_id text not null references users (id),
  kind text not null,
  filters jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- How often it was started: a worker that dies of it is not asked for ever.
  tries integer not null default 0,
  rows_done bigint not null default 0,
  -- As counted at the start.
  rows_total bigint,
  -- Something of it may lie in the volume, in a folder of its id.
  filed boolean not null default false,
  file_path text,
  file_name text,
  size_bytes bigint,
  error text,
  holder text,
  held_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  check ((state in ('waiting', 'running')) = (ended_at is null)),
  check ((state = 'failed') = (error is not null)),
  check (state <> 'done' or (file_name is not null and size_bytes is not null and expires_at is not null)),
  check ((holder is null) = (held_until is null))
);
create index export_tasks_user on export_tasks (user_id, created_at desc, id desc);
create index export_tasks_open on export_tasks (created_at) where state in ('waiting', 'running');
create index export_tasks_filed on export_tasks (expires_at) where filed;
create index export_tasks_ended on export_tasks (ended_at);
