create table users (
  id text primary key,
  uuid uuid not null unique,
  phone text not null unique,
  password_hash text not null,
  nickname text not null,
  account_type text not null default 'main' check (account_type in ('main', 'sub')),
  role text not null default 'user'
    check (role in ('user', 'operator_admin', 'operator_finance', 'operator_review', 'operator_support')),
  is_creator boolean not null default false,
  is_tencent boolean not null default false,
  invite_code text not null unique,
  invited_by text references users (id),
  frozen_at timestamptz,
  arrears_since timestamptz,
  created_at timestamptz not null
);

create table real_names (
  user_id text primary key references users (id),
  kind text not null check (kind in ('personal')),
  name_cipher text not null,
  id_number_cipher text not null,
  id_number_index text not null unique,
  name_masked text not null,
  id_number_masked text not null,
  verified_at timestamptz not null
);

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  hash text primary key,
  session_id text not null references sessions (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

create table captchas (
  id text primary key,
  phone text not null,
  captcha_type text not null check (captcha_type in ('login', 'reset_password', 'register', 'wechat_bind')),
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index captchas_open on captchas (phone, captcha_type, created_at desc) where used_at is null;

create index captchas_age on captchas (created_at);

create table rate_limits (
  key text primary key,
  window_started_at timestamptz not null,
  hits integer not null
);
create index rate_limits_age on rate_limits (window_started_at);

create table idempotency_keys (
  user_id text not null references users (id),
  key text not null,
  endpoint text not null,
  request_hash text not null,
  response jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text not null references users (id),
  endpoint text not null,
  target_id text,
  ip text not null,
  user_agent text not null,
  request_id text not null
);
create index audit_log_user on audit_log (user_id, id desc);

create table secret_keys (
  id text primary key,
  user_id text not null references users (id),
  name text not null,
  algorithm text not null check (algorithm in ('ed25519', 'rsa')),
  bits integer not null,
  fingerprint text not null,
  public_key text not null,
  created_at timestamptz not null,
  unique (user_id, fingerprint)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'ZS001';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
