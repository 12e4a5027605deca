-- The guards of an instance against being forgotten (product §4), and when to look at it next. Every instance gets its row
-- with its first move; `due_at` null means that nothing can become due before the instance moves again.
create table instance_guards (
  instance_id text primary key references instances (id),
  stop_at timestamptz,
  -- [{action: start|stop, weekdays: [1–7], time: HH:MM}], Beijing time.
  schedule jsonb not null default '[]',
  schedule_due_at timestamptz,
  schedule_action text check (schedule_action in ('start', 'stop')),
  spend_fen bigint check (spend_fen > 0),
  -- The segments after this one are the present run: a restart goes on with it, a boot begins a new one.
  run_after bigint not null default 0,
  run_since timestamptz,
  idle_percent integer check (idle_percent between 1 and 50),
  idle_minutes integer check (idle_minutes between 10 and 720),
  -- The idle window begins no earlier: when the rule was set or put off, and when the instance was last used.
  idle_from timestamptz,
  active_at timestamptz,
  -- Which stop the owner was told of beforehand, by rule.
  told jsonb not null default '{}',
  -- The countdown the owner was last told of, the day of it, and when.
  release_since timestamptz,
  release_day integer not null default 0,
  release_told_at timestamptz,
  -- The earliest known stop, as of the last look.
  next_stop_at timestamptz,
  next_stop_rule text check (next_stop_rule in ('timer', 'schedule', 'spend')),
  due_at timestamptz,
  check ((idle_percent is null) = (idle_minutes is null)),
  check ((schedule_due_at is null) = (schedule_action is null)),
  check ((next_stop_at is null) = (next_stop_rule is null))
);
create index instance_guards_due on instance_guards (due_at) where due_at is not null;
insert into instance_guards (instance_id, run_after, run_since, due_at)
  select i.id, coalesce((select max(s.id) from segments s where s.instance_id = i.id and s.ended_at is not null), 0), i.started_at, i.created_at
  from instances i where i.released_at is null;

-- Seconds of a segment beyond these are not billed: a spend limit holds however late the stop comes.
alter table segments add column limit_s bigint check (limit_s >= 0);

-- Since when some worker has been watching without a gap. The idle window begins no earlier.
create table guard_watch (
  one boolean primary key default true check (one),
  ticked_at timestamptz not null,
  up_since timestamptz not null
);

-- When a user wants to hear that the balance runs low, and whether that was said since it fell (product §5).
create table balance_alerts (
  user_id text primary key references users (id),
  enabled boolean not null default true,
  amount_fen bigint not null check (amount_fen >= 0),
  hours integer not null check (hours >= 0),
  told_at timestamptz
);
