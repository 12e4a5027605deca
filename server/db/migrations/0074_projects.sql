-- Projects of a master account: a budget, members and a quota of cards (docs/decisions/112). A node of the version before knows
-- neither: it tops members up and starts their instances as if there were no project, until the last of them has left.
create table projects (
  id text primary key,
  master_id text not null references users (id),
  name text not null,
  -- The most that the members' top-ups of one month may come to together.
  monthly_fen bigint check (monthly_fen > 0),
  -- Cards in running instances of all members at once.
  gpus_max integer check (gpus_max > 0),
  -- Terms a new member begins with; a sub-account's own terms are in sub_accounts.
  member_monthly_fen bigint check (member_monthly_fen > 0),
  member_price_max_micro bigint check (member_price_max_micro > 0),
  member_instances_max integer check (member_instances_max > 0),
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index projects_name on projects (master_id, name) where removed_at is null;
alter table sub_accounts add column project_id text references projects (id);
create index sub_accounts_project on sub_accounts (project_id) where project_id is not null;
