-- Lists as people want to see them again: filters and order as their address has them.
create table views (
  id text primary key,
  user_id text not null references users (id),
  resource text not null,
  name text not null,
  query text not null,
  density text not null check (density in ('middle', 'small')),
  is_default boolean not null,
  created_at timestamptz not null,
  unique (user_id, resource, name)
);
create unique index views_default on views (user_id, resource) where is_default;
