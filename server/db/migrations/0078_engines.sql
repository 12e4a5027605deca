-- Where instances run: what COMPUTE configures, and machines that operators add (docs/decisions/120). Nodes of the version before
-- know the first only; hosts without an engine are its.
create table engines (
  id text primary key,
  kind text not null check (kind in ('simulator', 'docker', 'kubernetes')),
  -- Of a machine with Docker: that of its host.
  name text not null,
  -- `settings`: COMPUTE and DOCKER_* say how it is reached; `operator`: this row does.
  origin text not null check (origin in ('settings', 'operator')),
  settings jsonb not null,
  -- SSH key, or key and certificates for TLS.
  credentials_sealed text,
  -- Fingerprint of the key that the machine must show by SSH; without it, it is not spoken to.
  host_key text,
  -- Changes with every change, so that nodes connect anew.
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index engines_name on engines (name) where removed_at is null;
alter table hosts add column engine_id text references engines (id);
create index hosts_engine on hosts (engine_id);
