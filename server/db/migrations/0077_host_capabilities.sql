-- What the engine of a host does for its instances. Nodes of the version before leave the defaults, which are what their engines do.
alter table hosts
  add column keeps_system_disk boolean not null default true,
  add column saves_images boolean not null default true,
  add column moves_disks boolean not null default false,
  add column limits_system_disk boolean not null default false,
  add column limits_data_disk boolean not null default false,
  add column cards text not null default 'uuid' check (cards in ('uuid', 'slot', 'none'));
-- When each host last told all it has, and since when it does not.
create table host_looks (
  host_id text primary key references hosts (id) on delete cascade,
  listed_at timestamptz,
  unreachable_since timestamptz
);
insert into host_looks (host_id, listed_at) select h.id, e.listed_at from hosts h cross join engine_look e;
-- Where an object that the database does not know was found.
alter table quarantined_objects add column host_id text;
