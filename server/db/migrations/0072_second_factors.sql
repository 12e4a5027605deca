-- Time-based codes (TOTP) and recovery codes beside what somebody signs in with (docs/decisions/101). A node of the version before
-- knows none of these tables: until the last of them has left, it signs people in without a second step.
create table second_factors (
  user_id text primary key references users (id),
  secret_cipher text not null,
  -- The last time step whose code was used; a code counts once.
  last_step bigint not null,
  added_at timestamptz not null
);
-- A secret that was shown and not yet proved by a code.
create table second_factor_enrolments (
  user_id text primary key references users (id),
  secret_cipher text not null,
  expires_at timestamptz not null
);
create table recovery_codes (
  user_id text not null references users (id),
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- Sign-ins whose first step is done. What the ticket is for is bound to its browser.
create table sign_in_tickets (
  token_hash text primary key,
  user_id text not null references users (id),
  user_agent text not null,
  -- A WeChat that the first step proved and that the second binds.
  open_id text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id);
