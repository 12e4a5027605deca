-- Sign-in by an organisation's own directory: OpenID Connect, CAS or LDAP (docs/decisions/113). Accounts opened by it have no phone:
-- `users.phone` is `directory:<id>`, which nobody can type, so that a node of the version before reads such an account, too.
create table directories (
  id text primary key,
  -- Stands in the address of its sign-in page.
  slug text not null unique,
  name text not null,
  kind text not null check (kind in ('oidc', 'cas', 'ldap')),
  -- The master account that its people belong to.
  master_id text not null references users (id),
  settings jsonb not null,
  -- Client secret (OpenID Connect) or password of the account that searches (LDAP).
  secret_cipher text,
  -- The project of people whom no group leads to another; null refuses them.
  project_id text references projects (id),
  enabled boolean not null,
  -- Shown to everybody who signs in; otherwise people need its address.
  listed boolean not null,
  -- Who has not signed in for so many days counts as having left (OpenID Connect, CAS); null for never.
  absent_days integer check (absent_days > 0),
  -- When those who have left were last looked for (LDAP).
  swept_at timestamptz,
  created_at timestamptz not null
);
create table directory_groups (
  directory_id text not null references directories (id) on delete cascade,
  position integer not null,
  group_name text not null,
  project_id text not null references projects (id),
  primary key (directory_id, group_name)
);
create table directory_people (
  directory_id text not null references directories (id),
  -- What the directory never gives to anybody else.
  subject text not null,
  user_id text not null unique references users (id),
  name text not null,
  email text,
  seen_at timestamptz not null,
  -- The directory no longer vouches for the person, whose account is frozen since.
  left_at timestamptz,
  primary key (directory_id, subject)
);
-- A browser on its way to the provider and back.
create table directory_visits (
  state_hash text primary key,
  directory_id text not null references directories (id) on delete cascade,
  -- The session that is stepped up; null for a sign-in.
  session_id text references sessions (id) on delete cascade,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index directory_visits_expiry on directory_visits (expires_at);
create index directory_visits_session on directory_visits (session_id) where session_id is not null;
