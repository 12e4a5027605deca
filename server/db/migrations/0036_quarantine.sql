-- What lies on the engine under our name and is of no instance this database knows: after an older backup was restored, say.
-- Nothing of it is deleted unless an operator says so (docs/decisions/049).
create table quarantined_objects (
  id text primary key,
  -- As the engine has it: there need be no such row here.
  instance_id text not null,
  generation integer not null,
  -- What this database says of that instance, where it has one: an older generation.
  known_generation integer,
  phase text not null,
  data_disk text,
  data_disk_mb integer,
  state text not null check (state in ('kept', 'removing', 'removed', 'known')),
  found_at timestamptz not null,
  seen_at timestamptz not null,
  decided_by text references users (id),
  ended_at timestamptz,
  check ((state in ('removed', 'known')) = (ended_at is not null)),
  check (state in ('kept', 'known') or decided_by is not null)
);
create unique index quarantined_objects_open on quarantined_objects (instance_id, generation) where ended_at is null;
create index quarantined_objects_found on quarantined_objects (found_at desc, id desc);
