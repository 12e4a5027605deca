-- The name by which this database knows its own objects on an engine that others may share: drawn once, kept for ever.
create table installation (
  one boolean primary key default true check (one),
  -- It becomes part of labels, and of the names of containers, volumes and networks.
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$')
);

-- What an earlier version made is labelled so. A new database has nobody yet, and draws its own (server/db/installation.ts).
insert into installation (id) select 'zhisuan' where exists (select from users);
