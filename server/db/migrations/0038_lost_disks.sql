-- Disks that the engine has lost, and whether their owner goes on without what was on them. Cleared when it runs again.
alter table instances
  add column system_disk_lost_at timestamptz,
  add column data_disk_lost_at timestamptz,
  add column loss_accepted boolean not null default false;
