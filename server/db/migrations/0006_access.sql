-- Passwords of the SSH gateway, apart from instances so that no reading of a row carries a hash.
create table instance_passwords (
  instance_id text primary key references instances (id),
  password_hash text not null,
  set_at timestamptz not null
);

-- One entry each to a port of an instance, in exchange for a cookie on the port's own origin.
create table port_tickets (
  hash text primary key,
  instance_id text not null references instances (id),
  user_id text not null references users (id),
  session_id text not null references sessions (id),
  port integer not null,
  expires_at timestamptz not null
);
