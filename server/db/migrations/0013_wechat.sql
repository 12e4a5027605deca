-- One QR code each. `scene` is what the code carries; the browser that asked holds what it was hashed from.
create table wechat_scenes (
  scene text primary key,
  qr_text text not null,
  ip text not null,
  user_agent text not null,
  user_id text references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  open_id text,
  confirmed_at timestamptz,
  declined_at timestamptz,
  used_at timestamptz,
  check (confirmed_at is null or open_id is not null),
  check (used_at is null or confirmed_at is not null)
);
create index wechat_scenes_age on wechat_scenes (expires_at);

-- One WeChat belongs to one account, and one account has one WeChat.
create table wechat_bindings (
  open_id text primary key,
  user_id text not null unique references users (id),
  bound_at timestamptz not null
);

-- WeChat pushes a message again when the answer was late; the pair names it.
create table wechat_messages (
  from_user text not null,
  create_time bigint not null,
  received_at timestamptz not null,
  primary key (from_user, create_time)
);
create index wechat_messages_age on wechat_messages (received_at);
