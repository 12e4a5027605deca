create table regions (
  id text primary key,
  name text not null,
  city text not null,
  sort integer not null
);

create table hosts (
  id text primary key,
  region_id text not null references regions (id),
  cpu integer not null,
  memory_gb integer not null,
  schedulable boolean not null,
  simulated boolean not null,
  seen_at timestamptz not null
);

create table products (
  id text primary key,
  name text not null,
  region_id text not null references regions (id),
  gpu_model text not null,
  vendor text not null check (vendor in ('nvidia', 'ascend', 'kunlun')),
  vram_gb integer not null,
  fp32 double precision not null,
  fp16 double precision not null,
  cpu integer not null,
  memory_gb integer not null,
  net_mbps integer not null,
  sys_disk_gb integer not null,
  max_gpu_num integer not null,
  sort integer not null,
  on_sale boolean not null default true,
  unique (region_id, gpu_model)
);

-- Prices per card in 1e-6 yuan. An order keeps the version it was sold at.
create table product_prices (
  id text primary key,
  product_id text not null references products (id),
  version integer not null,
  hour_micro bigint not null check (hour_micro > 0),
  day_micro bigint not null check (day_micro > 0),
  week_micro bigint not null check (week_micro > 0),
  hour_origin_micro bigint not null,
  day_origin_micro bigint not null,
  week_origin_micro bigint not null,
  created_at timestamptz not null,
  unique (product_id, version)
);

create table images (
  id text primary key,
  name text not null,
  framework text not null,
  version text not null,
  python text not null,
  runtime text not null,
  vendor text not null check (vendor in ('nvidia', 'ascend', 'kunlun')),
  size_gb double precision not null,
  reference text not null,
  sort integer not null,
  on_offer boolean not null default true
);
