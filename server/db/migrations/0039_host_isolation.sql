-- What the driver says of a host beyond its size: why it takes no instances, and what keeps tenants apart there.
alter table hosts
  add column problem text,
  add column isolation text[] not null default '{}';
