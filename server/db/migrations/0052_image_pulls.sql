-- How far the image of a boot is, on its step `image`, and what went wrong with the last try.
alter table instance_steps
  add column percent integer check (percent between 0 and 100),
  add column done_bytes bigint check (done_bytes >= 0),
  add column total_bytes bigint check (total_bytes >= 0),
  -- When more of it last came: a pull may take as long as that goes on.
  add column progress_at timestamptz,
  add column last_error text,
  add column retry_at timestamptz;
