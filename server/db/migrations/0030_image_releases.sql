-- By which an author is known in public: it serves for nothing else.
alter table users add column public_id text not null default 'author-' || replace(gen_random_uuid()::text, '-', '');
create unique index users_public_id on users (public_id);

-- Whom a private image is shared with; the row goes when it is taken back or the image is removed.
create table image_shares (
  id text primary key,
  image_id text not null references images (id),
  user_id text not null references users (id),
  shared_at timestamptz not null,
  unique (image_id, user_id)
);
create index image_shares_user on image_shares (user_id, shared_at desc);

-- A version is prepared before it can be reviewed: its image is copied from its author's private one.
alter table community_image_versions drop constraint community_image_versions_state_check;
alter table community_image_versions add constraint community_image_versions_state_check
  check (state in ('preparing', 'pending', 'published', 'refused', 'offline', 'withdrawn', 'failed', 'removed'));
-- What its author removed before anybody could see it stays as a row for what was billed or tried of it; its name is free.
alter table community_image_versions drop constraint community_image_versions_community_image_id_version_key;
create unique index community_image_versions_name on community_image_versions (community_image_id, version)
  where state <> 'removed';
alter table community_image_versions
  add column price_hour_micro bigint not null default 0 check (price_hour_micro >= 0 and price_hour_micro % 10000 = 0),
  add column source_image_id text references images (id),
  add column prepare_lease_until timestamptz;
create index community_image_versions_preparing on community_image_versions (submitted_at) where state = 'preparing';
create index community_image_versions_state on community_image_versions (state, submitted_at);

-- Applications for the 原创 badge, of one entry each; one open at a time.
create table originals (
  id text primary key,
  user_id text not null references users (id),
  community_image_id text references community_images (id),
  data_set_id text references data_sets (id),
  statement text not null,
  links jsonb not null,
  state text not null check (state in ('pending', 'approved', 'refused', 'withdrawn')),
  reason text,
  decided_by text references users (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  check (num_nonnulls(community_image_id, data_set_id) = 1)
);
create index originals_user on originals (user_id, created_at desc);
create index originals_state on originals (state, created_at);
create unique index originals_open_image on originals (community_image_id) where state = 'pending';
create unique index originals_open_data_set on originals (data_set_id) where state = 'pending';
