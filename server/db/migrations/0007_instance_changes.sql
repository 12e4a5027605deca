-- How the present or last run was booted; without a GPU one instance of an account at a time (product §4).
alter table instances add column gpu_mode text not null default 'gpu' check (gpu_mode in ('gpu', 'none'));
create unique index instances_without_gpu on instances (user_id)
  where gpu_mode = 'none' and desired = 'running' and released_at is null;
-- The generation the engine last ran: only what has run has disks that can be saved or moved.
alter table instances add column booted_generation integer;
update instances set booted_generation = generation where started_at is not null;

-- Private images are saved from instances; a clone's is kept for that clone alone and never listed.
alter table images add column owner_id text references users (id);
alter table images add column kind text not null default 'base' check (kind in ('base', 'private', 'clone'));
alter table images add column state text not null default 'ready'
  check (state in ('saving', 'ready', 'failed', 'removing', 'removed'));
alter table images add column source_instance_id text references instances (id);
alter table images add column source_instance_name text;
alter table images add column created_at timestamptz;
alter table images add constraint images_owned check ((kind = 'base') = (owner_id is null));
create unique index images_own_name on images (owner_id, name) where kind = 'private' and state in ('saving', 'ready');
create index images_removing on images (id) where state = 'removing';
create index instances_image on instances (image_id) where released_at is null;

-- Work that takes long and is in hand while instances.task_id names it: what is to be done, and how far it is.
create table instance_tasks (
  id text primary key,
  instance_id text not null references instances (id),
  kind text not null check (kind in ('save_image', 'migrate', 'clone')),
  percent integer not null default 0 check (percent between 0 and 100),
  -- What it makes: the image of a save or clone.
  image_id text references images (id),
  -- Where a migration goes, and whether to boot there.
  host_id text references hosts (id),
  boot_after boolean not null default false,
  -- The instance a clone is made for, and whether the data disk goes along.
  clone_id text references instances (id),
  copy_data boolean not null default false,
  -- Why it is given up; what it left behind is cleared away first, then it ends.
  failure text,
  started_at timestamptz not null,
  ended_at timestamptz
);
alter table instances add column task_id text references instance_tasks (id);
-- A clone waits for the task of the instance it is made from; the reconciler leaves it alone until then.
alter table instances add column waits_for text references instance_tasks (id);
