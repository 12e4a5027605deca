-- What runs of a community image is an image like any other; it may be taken while a published version names it.
alter table images drop constraint images_kind_check;
alter table images add constraint images_kind_check check (kind in ('base', 'private', 'clone', 'community'));

create table community_images (
  id text primary key,
  author_id text not null references users (id),
  name text not null,
  summary text not null,
  -- The 原创 badge, given after review.
  original_at timestamptz,
  created_at timestamptz not null
);
create index community_images_author on community_images (author_id, created_at desc);

create table community_image_tags (
  community_image_id text not null references community_images (id),
  tag text not null,
  primary key (community_image_id, tag)
);
create index community_image_tags_tag on community_image_tags (tag);

create table community_image_versions (
  id text primary key,
  community_image_id text not null references community_images (id),
  version text not null,
  image_id text not null unique references images (id),
  licence text not null,
  readme text not null,
  state text not null check (state in ('pending', 'published', 'refused', 'offline')),
  -- Why it was refused or taken offline; for its author and the operators alone.
  state_reason text,
  reviewed_by text references users (id),
  submitted_at timestamptz not null,
  published_at timestamptz,
  unique (community_image_id, version),
  check (state not in ('published', 'offline') or published_at is not null)
);
create index community_image_versions_published on community_image_versions (community_image_id, published_at desc)
  where state = 'published';

create table community_image_stars (
  community_image_id text not null references community_images (id),
  user_id text not null references users (id),
  at timestamptz not null,
  primary key (community_image_id, user_id)
);
create index community_image_stars_user on community_image_stars (user_id, at desc);

-- One row for each instance that was created with it, whatever becomes of that instance.
create table community_image_uses (
  instance_id text primary key references instances (id),
  version_id text not null references community_image_versions (id),
  community_image_id text not null references community_images (id),
  user_id text not null references users (id),
  at timestamptz not null
);
create index community_image_uses_image on community_image_uses (community_image_id);
create index community_image_uses_version on community_image_uses (version_id);

create table data_set_types (
  id text primary key,
  name text not null,
  sort integer not null
);
insert into data_set_types (id, name, sort) values
  ('image', '图像', 1), ('text', '文本', 2), ('audio', '语音', 3), ('video', '视频', 4), ('tabular', '表格', 5),
  ('multimodal', '多模态', 6), ('other', '其他', 7);

create table data_sets (
  id text primary key,
  author_id text not null references users (id),
  -- Of the mount path: short, lower case, for good.
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  summary text not null,
  type_id text not null references data_set_types (id),
  original_at timestamptz,
  created_at timestamptz not null
);
create index data_sets_author on data_sets (author_id, created_at desc);

create table data_set_tags (
  data_set_id text not null references data_sets (id),
  tag text not null,
  primary key (data_set_id, tag)
);
create index data_set_tags_tag on data_set_tags (tag);

create table data_set_versions (
  id text primary key,
  data_set_id text not null references data_sets (id),
  version text not null check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$'),
  licence text not null,
  readme text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  file_count integer not null check (file_count >= 0),
  -- [{path, size_bytes}], the first thousand in order of their paths.
  files jsonb not null,
  state text not null check (state in ('pending', 'published', 'refused', 'offline')),
  state_reason text,
  reviewed_by text references users (id),
  submitted_at timestamptz not null,
  published_at timestamptz,
  unique (data_set_id, version),
  check (state not in ('published', 'offline') or published_at is not null)
);
create index data_set_versions_published on data_set_versions (data_set_id, published_at desc) where state = 'published';

create table data_set_stars (
  data_set_id text not null references data_sets (id),
  user_id text not null references users (id),
  at timestamptz not null,
  primary key (data_set_id, user_id)
);
create index data_set_stars_user on data_set_stars (user_id, at desc);

-- An order looks at the image's row alone, and holds it: so the state of the version stands there, too.
create function follow_version_state() returns trigger language plpgsql as $$
begin
  update images set on_offer = (new.state = 'published') where id = new.image_id;
  return new;
end $$;
create trigger community_image_versions_offer after insert or update of state on community_image_versions
  for each row execute function follow_version_state();

-- What has been published stays as it was published (product §7).
create function refuse_new_content() returns trigger language plpgsql as $$
begin
  if old.published_at is not null and
     (to_jsonb(new) - array['state', 'state_reason', 'reviewed_by']) <> (to_jsonb(old) - array['state', 'state_reason', 'reviewed_by'])
  then raise exception 'a published version does not change' using errcode = 'ZS001';
  end if;
  return new;
end $$;
create trigger community_image_versions_fixed before update on community_image_versions
  for each row execute function refuse_new_content();
create trigger data_set_versions_fixed before update on data_set_versions
  for each row execute function refuse_new_content();
