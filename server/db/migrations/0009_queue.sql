-- Waiting for cards that are all taken: to boot an instance on its host, or to create one in a region (product §4).
create table queue_entries (
  id text primary key,
  -- First come, first served: who joins a product's queue holds its lock, so that places are given in the order of commits.
  place bigint generated always as identity unique,
  user_id text not null references users (id),
  kind text not null check (kind in ('boot', 'create')),
  product_id text not null references products (id),
  gpu_num integer not null check (gpu_num > 0),
  -- What is to be created.
  form jsonb,
  -- The instance that waits, or the one that was created.
  instance_id text references instances (id),
  -- Per hour and for the whole instance; above it the entry is passed over.
  max_hour_micro bigint check (max_hour_micro > 0),
  state text not null check (state in ('waiting', 'done', 'cancelled', 'failed')),
  -- Why it is passed over now, as the name of a code, and since when: it keeps its place, but nothing is kept for it.
  held_reason text,
  held_since timestamptz,
  -- Why it ended without a boot.
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'create') = (form is not null)),
  check (instance_id is not null or (kind = 'create' and state <> 'done')),
  check ((state = 'waiting') = (ended_at is null)),
  check ((held_reason is null) = (held_since is null)),
  check (held_reason is null or state = 'waiting')
);
create unique index queue_entries_instance on queue_entries (instance_id) where state = 'waiting';
create index queue_entries_line on queue_entries (product_id, place) where state = 'waiting';
create index queue_entries_user on queue_entries (user_id, created_at desc);

-- Which hosts could serve each waiting entry. What joins behind, or comes from outside the queue, takes no card there
-- while an entry before it is not held. A text body: names are looked up when it runs, whatever a later migration renames.
create function queue_claims() returns table (entry_id text, place bigint, product_id text, host_id text, held boolean)
language sql stable as $$
  select e.id, e.place, e.product_id, h.id, e.held_reason is not null
  from queue_entries e
  join products p on p.id = e.product_id
  left join instances i on i.id = e.instance_id
  join hosts h on case e.kind
    when 'boot' then h.id = i.host_id
    else h.region_id = p.region_id and h.schedulable
      and e.gpu_num <= (select count(*) from gpus g where g.host_id = h.id and g.model = p.gpu_model)
    end
  where e.state = 'waiting'
$$;

-- What was given back and when: the history that an expected wait is told from.
create table gpu_releases (
  id bigint generated always as identity primary key,
  host_id text not null references hosts (id),
  model text not null,
  cards integer not null check (cards > 0),
  at timestamptz not null
);
create index gpu_releases_at on gpu_releases (model, at);
