-- Since when the platform cannot see how an instance is: its host does not answer, or its container is paused.
alter table instances add column unseen_since timestamptz;
-- A meter that stands: nothing that was not seen is billed.
alter table segments add column unseen boolean not null default false;

-- How the compute engine was found: one row.
create table engine_look (
  only_row boolean primary key default true check (only_row),
  -- It last told all it has, and last answered at all.
  listed_at timestamptz,
  answered_at timestamptz,
  unreachable_since timestamptz
);
insert into engine_look default values;
