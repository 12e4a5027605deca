-- Files of a version are copied from its author's storage into a volume of their own, and written down one by one.
alter table data_set_versions drop constraint data_set_versions_state_check;
alter table data_set_versions add constraint data_set_versions_state_check
  check (state in ('preparing', 'failed', 'pending', 'refused', 'withdrawn', 'published', 'offline'));
alter table data_set_versions drop constraint data_set_versions_data_set_id_version_key;

alter table data_set_versions
  -- The folder in the author's file storage that was copied.
  add source_region_id text references regions (id),
  add source_path text,
  -- Names the volume. Each copying has its own, so that one that was given up cannot write into the next one's.
  add content_id text unique,
  -- Since when the copy is whole.
  add content_at timestamptz,
  add copied_bytes bigint not null default 0 check (copied_bytes >= 0),
  add total_bytes bigint not null default 0 check (total_bytes >= 0),
  -- Whoever copies it holds it until then; due when it is over.
  add lease_until timestamptz,
  add tries integer not null default 0,
  add offline_by text check (offline_by in ('author', 'operator')),
  -- Gone for everybody but the instances that have it mounted; only what was never published can go.
  add removed_at timestamptz,
  add check (removed_at is null or published_at is null);

-- Entries of the demo from before there were any files: nothing of them can be shown or mounted.
update data_set_versions set state = 'offline', state_reason = '没有保存文件', offline_by = 'operator' where state = 'published';
alter table data_set_versions add check (state not in ('pending', 'published') or content_at is not null);

create unique index data_set_versions_version on data_set_versions (data_set_id, version) where removed_at is null;
create index data_set_versions_preparing on data_set_versions (lease_until) where state = 'preparing';
create index data_set_versions_queue on data_set_versions (submitted_at) where removed_at is null;
create index data_set_versions_removed on data_set_versions (removed_at) where removed_at is not null;

alter table data_sets add removed_at timestamptz;
alter table data_sets drop constraint data_sets_slug_key;
create unique index data_sets_slug on data_sets (slug) where removed_at is null;

create table data_set_files (
  version_id text not null references data_set_versions (id) on delete cascade,
  path text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null,
  -- By what it holds: image/png, text/plain …
  kind text not null,
  primary key (version_id, path)
);
alter table data_set_versions drop column files;

-- What has been published stays as it was published (product §7): the version, its list of files, and the name in its path.
create function refuse_new_data_set_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.published_at is not null then
      raise exception 'a published version does not go' using errcode = 'ZS001';
    end if;
    return old;
  end if;
  if old.published_at is not null and
     (to_jsonb(new) - array['state', 'state_reason', 'reviewed_by', 'offline_by']) <>
     (to_jsonb(old) - array['state', 'state_reason', 'reviewed_by', 'offline_by'])
  then raise exception 'a published version does not change' using errcode = 'ZS001';
  end if;
  return new;
end $$;
drop trigger data_set_versions_fixed on data_set_versions;
create trigger data_set_versions_fixed before update or delete on data_set_versions
  for each row execute function refuse_new_data_set_content();

create function refuse_new_data_set_files() returns trigger language plpgsql as $$
declare
  of_version text := case tg_op when 'DELETE' then old.version_id else new.version_id end;
begin
  if exists (select from data_set_versions where id = of_version and published_at is not null) then
    raise exception 'the files of a published version do not change' using errcode = 'ZS001';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger data_set_files_fixed before insert or update or delete on data_set_files
  for each row execute function refuse_new_data_set_files();

create function refuse_new_slug() returns trigger language plpgsql as $$
begin
  if new.slug <> old.slug then
    raise exception 'the short name of a data set does not change' using errcode = 'ZS001';
  end if;
  return new;
end $$;
create trigger data_sets_fixed before update of slug on data_sets for each row execute function refuse_new_slug();

-- Volumes that belong to no version any more. With a version, they wait until no instance mounts it.
create table data_set_leftovers (
  content_id text primary key,
  version_id text references data_set_versions (id) on delete set null,
  since timestamptz not null
);

-- What an instance has chosen to have mounted, from its next boot on.
create table instance_data_sets (
  instance_id text not null references instances (id),
  version_id text not null references data_set_versions (id),
  primary key (instance_id, version_id)
);
create index instance_data_sets_version on instance_data_sets (version_id);
alter table instances add mounts_changed_at timestamptz;

-- One row for each instance that ever chose it, whatever becomes of that instance.
create table data_set_uses (
  instance_id text not null references instances (id),
  version_id text not null references data_set_versions (id),
  data_set_id text not null references data_sets (id),
  user_id text not null references users (id),
  at timestamptz not null,
  primary key (instance_id, version_id)
);
create index data_set_uses_data_set on data_set_uses (data_set_id);
create index data_set_uses_version on data_set_uses (version_id);
