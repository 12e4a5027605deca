-- What running instances use, every quarter of a minute. card -1 = the instance itself, else the place among its cards.
-- Bytes are counters; the rates beside them are against the sample before. No foreign keys: checking them would lock the
-- instances that people are acting on.
create table usage_samples (
  instance_id text not null,
  card smallint not null,
  at timestamptz not null,
  gpu_use real,
  vram_used real,
  gpu_temperature real,
  gpu_power real,
  cpu_use real,
  memory_used real,
  net_receive real,
  net_send real,
  disk_read real,
  disk_write real,
  sys_disk_used real,
  data_disk_used real,
  net_rx_bytes bigint,
  net_tx_bytes bigint,
  disk_read_bytes bigint,
  disk_write_bytes bigint,
  primary key (instance_id, card, at)
);
create index usage_samples_at on usage_samples (at);

-- The same in buckets of step_s seconds (60, 600, 3600) that begin at `at`: every metric with its least, greatest and the
-- sum and count of its samples, so that coarser buckets are exact. Null = never seen in this bucket.
create table usage_points (
  instance_id text not null,
  step_s integer not null check (step_s in (60, 600, 3600)),
  card smallint not null,
  at timestamptz not null,
  gpu_use_min real, gpu_use_max real, gpu_use_sum double precision, gpu_use_n integer,
  vram_used_min real, vram_used_max real, vram_used_sum double precision, vram_used_n integer,
  gpu_temperature_min real, gpu_temperature_max real, gpu_temperature_sum double precision, gpu_temperature_n integer,
  gpu_power_min real, gpu_power_max real, gpu_power_sum double precision, gpu_power_n integer,
  cpu_use_min real, cpu_use_max real, cpu_use_sum double precision, cpu_use_n integer,
  memory_used_min real, memory_used_max real, memory_used_sum double precision, memory_used_n integer,
  net_receive_min real, net_receive_max real, net_receive_sum double precision, net_receive_n integer,
  net_send_min real, net_send_max real, net_send_sum double precision, net_send_n integer,
  disk_read_min real, disk_read_max real, disk_read_sum double precision, disk_read_n integer,
  disk_write_min real, disk_write_max real, disk_write_sum double precision, disk_write_n integer,
  sys_disk_used_min real, sys_disk_used_max real, sys_disk_used_sum double precision, sys_disk_used_n integer,
  data_disk_used_min real, data_disk_used_max real, data_disk_used_sum double precision, data_disk_used_n integer,
  primary key (instance_id, step_s, card, at)
) with (fillfactor = 80);
create index usage_points_at on usage_points (step_s, at);

-- Up to when samples have been gathered into buckets of a step.
create table usage_rollups (
  step_s integer primary key,
  rolled_until timestamptz not null
);

-- Which card stood at which place of an instance, and when: another tenant's figures of the same card are not its own.
create table card_spells (
  instance_id text not null,
  card smallint not null,
  started_at timestamptz not null,
  uuid text not null,
  seen_at timestamptz not null,
  primary key (instance_id, card, started_at)
);
