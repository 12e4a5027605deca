-- What is wrong with a card by its host, and which cards and hosts the platform took out of sale (docs/decisions/124). Nodes of the
-- version before read none of it and go on selling such a card until they are gone.
alter table gpus
  -- What its host reports now, and since when; null: nothing.
  add column health text,
  add column health_since timestamptz,
  -- Its host answers, but does not list it.
  add column missing boolean not null default false,
  -- Out of sale until an operator puts it back, and why.
  add column held_at timestamptz,
  add column held_reason text,
  add check ((health is null) = (health_since is null)),
  add check ((held_at is null) = (held_reason is null)),
  add check (health is not null or not missing);
-- All that places, quotes or counts free cards asks this.
alter table gpus add column sellable boolean not null generated always as
  (instance_id is null and health is null and held_at is null) stored;
create index gpus_sellable on gpus (host_id, model) where sellable;
create index gpus_held on gpus (held_at) where held_at is not null;

-- When the platform drained a host itself: the drain is its own as long as this is `drained_at`.
alter table hosts add column held_at timestamptz;
-- Instances whose boot failed for a reason of their host, since the last boot there that succeeded.
create table failed_boots (
  host_id text not null,
  instance_id text not null,
  reason text not null,
  at timestamptz not null,
  primary key (host_id, instance_id)
);

-- As before, but cards that are out of sale are none that a host could give.
create or replace function queue_claims() returns table (entry_id text, place bigint, product_id text, host_id text, held boolean)
language sql stable as $$
  select e.id, e.place, e.product_id, h.id, e.held_reason is not null
  from queue_entries e
  join products p on p.id = e.product_id
  left join instances i on i.id = e.instance_id
  join hosts h on case e.kind when 'boot' then h.id = i.host_id else h.region_id = p.region_id and h.schedulable end
  where e.state = 'waiting' and e.gpu_num <= (
    select count(*) from gpus g where g.host_id = h.id and g.model = p.gpu_model and g.health is null and g.held_at is null)
$$;
