-- Keys of what must stay the same when SECRET_KEY changes, sealed by it (server/modules/key-rotation).
create table data_keys (
  purpose text primary key,
  sealed text not null
);

-- The key whose values do not name it, so that nodes of the version before can open them: the one an installation had when it
-- learned to name keys; '' until its first start. Null: every value names its key.
alter table installation add column unnamed_key text;
update installation set unnamed_key = '' where exists (select from users);
