-- Sums that pages show, kept by the statement that moves them (decision 089): a page adds up days, not rows. Written by the
-- database, so that programs of an older version keep them right too. Never an authority: the ledger is.

create function shanghai_day(moment timestamptz) returns text language sql stable as
  $$ select to_char(moment at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') $$;

-- The rows of a day are changed all day long: pages keep room for their next version.

-- Entries of each account of a user.
create table account_days (
  account_id bigint not null,
  day text collate "C" not null,
  kind text not null,
  entries bigint not null,
  plus_fen bigint not null,
  minus_fen bigint not null,
  primary key (account_id, day, kind)
) with (fillfactor = 50);

-- Entries of everybody. A row belongs to one connection, so that nobody waits for another's transaction.
create table ledger_days (
  day text collate "C" not null,
  account text not null,
  kind text not null,
  backend integer not null,
  entries bigint not null,
  plus_fen bigint not null,
  minus_fen bigint not null,
  primary key (day, account, kind, backend)
) with (fillfactor = 50);

-- The lines of 消费明细: charges per instance and day, model calls per day, every other posting by itself.
create table consumption_lines (
  user_id text not null,
  day text collate "C" not null,
  key text collate "C" not null,
  kind text not null,
  instance_id text,
  transaction_id bigint,
  seconds bigint,
  cash_fen bigint not null,
  voucher_fen bigint not null,
  primary key (user_id, day, key)
) with (fillfactor = 70);
create index consumption_lines_instance on consumption_lines (user_id, instance_id, day, key);

create table consumption_days (
  user_id text not null,
  day text collate "C" not null,
  kind text not null,
  lines bigint not null,
  cash_fen bigint not null,
  voucher_fen bigint not null,
  primary key (user_id, day, kind)
) with (fillfactor = 50);

-- Every statement takes its rows in the order of their keys, so that two transactions cannot wait for each other.
create function sum_usage_charges() returns trigger language plpgsql as $$
begin
  with moved as materialized (
    select s.user_id, d.day, d.day || '-' || s.instance_id as key, s.instance_id, sum(c.to_s - c.from_s)::bigint as seconds,
           sum(c.fen - c.voucher_fen)::bigint as cash_fen, sum(c.voucher_fen)::bigint as voucher_fen
    from added c join (select at, shanghai_day(at) as day from (select distinct at from added) x) d on d.at = c.at
    join segments s on s.id = c.segment_id group by 1, 2, 4
  ), known as (
    -- Most lines of a day are there already, and a plain update costs less than a conflict.
    update consumption_lines l set seconds = l.seconds + m.seconds, cash_fen = l.cash_fen + m.cash_fen, voucher_fen = l.voucher_fen + m.voucher_fen
    from moved m where l.user_id = m.user_id and l.day = m.day and l.key = m.key
    returning l.user_id, l.day, l.key
  ), written as (
    insert into consumption_lines as l (user_id, day, key, kind, instance_id, seconds, cash_fen, voucher_fen)
    select user_id, day, key, 'usage', instance_id, seconds, cash_fen, voucher_fen from moved
    where (user_id, day, key) not in (select user_id, day, key from known) order by user_id, day, instance_id
    on conflict (user_id, day, key) do update set seconds = l.seconds + excluded.seconds,
      cash_fen = l.cash_fen + excluded.cash_fen, voucher_fen = l.voucher_fen + excluded.voucher_fen
    returning user_id, day, (xmax = 0)::int as fresh
  ), begun as (select user_id, day, sum(fresh) as lines from written group by user_id, day)
  insert into consumption_days as d (user_id, day, kind, lines, cash_fen, voucher_fen)
  select m.user_id, m.day, 'usage', coalesce(max(b.lines), 0), sum(m.cash_fen), sum(m.voucher_fen)
  from moved m left join begun b on b.user_id = m.user_id and b.day = m.day group by m.user_id, m.day order by m.user_id, m.day
  on conflict (user_id, day, kind) do update set lines = d.lines + excluded.lines,
    cash_fen = d.cash_fen + excluded.cash_fen, voucher_fen = d.voucher_fen + excluded.voucher_fen;
  return null;
end $$;

create function sum_ledger_entries() returns trigger language plpgsql as $$
begin
  insert into account_days as d (account_id, day, kind, entries, plus_fen, minus_fen)
  select e.account_id, shanghai_day(t.at), t.kind, count(*), sum(greatest(e.amount_fen, 0)), sum(least(e.amount_fen, 0))
  from added e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
  where a.user_id is not null group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, kind) do update set entries = d.entries + excluded.entries,
    plus_fen = d.plus_fen + excluded.plus_fen, minus_fen = d.minus_fen + excluded.minus_fen;

  insert into ledger_days as d (day, account, kind, backend, entries, plus_fen, minus_fen)
  select shanghai_day(t.at), a.kind, t.kind, pg_backend_pid(), count(*), sum(greatest(e.amount_fen, 0)), sum(least(e.amount_fen, 0))
  from added e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, account, kind, backend) do update set entries = d.entries + excluded.entries,
    plus_fen = d.plus_fen + excluded.plus_fen, minus_fen = d.minus_fen + excluded.minus_fen;

  with moved as materialized (
    select a.user_id, shanghai_day(t.at) as day, case when t.kind = 'llm_usage' then shanghai_day(t.at) || '-llm' else t.kind || '-' || t.id end as key,
           t.kind, case when t.kind <> 'llm_usage' then t.id end as transaction_id,
           (-sum(case when a.kind = 'cash' then e.amount_fen else 0 end))::bigint as cash_fen,
           (-sum(case when a.kind = 'voucher' then e.amount_fen else 0 end))::bigint as voucher_fen
    from added e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
    where a.user_id is not null and (t.kind in ('order', 'refund', 'late_fee') and a.kind in ('cash', 'voucher')
      or t.kind = 'llm_usage' and a.kind = 'cash') group by 1, 2, 3, 4, 5
  ), written as (
    insert into consumption_lines as l (user_id, day, key, kind, transaction_id, cash_fen, voucher_fen)
    select user_id, day, key, kind, transaction_id, cash_fen, voucher_fen from moved order by user_id, day, key
    on conflict (user_id, day, key) do update
      set cash_fen = l.cash_fen + excluded.cash_fen, voucher_fen = l.voucher_fen + excluded.voucher_fen
    returning user_id, day, key, (xmax = 0)::int as fresh
  )
  insert into consumption_days as d (user_id, day, kind, lines, cash_fen, voucher_fen)
  select user_id, day, kind, sum(fresh), sum(cash_fen), sum(voucher_fen)
  from moved join written using (user_id, day, key) group by user_id, day, kind order by user_id, day, kind
  on conflict (user_id, day, kind) do update set lines = d.lines + excluded.lines,
    cash_fen = d.cash_fen + excluded.cash_fen, voucher_fen = d.voucher_fen + excluded.voucher_fen;
  return null;
end $$;

-- Counts everything anew: once here, and where dates of the ledger are moved (the demo's story).
create function rebuild_daily_sums() returns void language plpgsql as $$
begin
  delete from account_days;
  delete from ledger_days;
  delete from consumption_lines;
  delete from consumption_days;

  insert into account_days (account_id, day, kind, entries, plus_fen, minus_fen)
  select e.account_id, shanghai_day(t.at), t.kind, count(*), sum(greatest(e.amount_fen, 0)), sum(least(e.amount_fen, 0))
  from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
  where a.user_id is not null group by 1, 2, 3;

  insert into ledger_days (day, account, kind, backend, entries, plus_fen, minus_fen)
  select shanghai_day(t.at), a.kind, t.kind, 0, count(*), sum(greatest(e.amount_fen, 0)), sum(least(e.amount_fen, 0))
  from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
  group by 1, 2, 3;

  insert into consumption_lines (user_id, day, key, kind, instance_id, seconds, cash_fen, voucher_fen)
  select s.user_id, shanghai_day(c.at), shanghai_day(c.at) || '-' || s.instance_id, 'usage', s.instance_id,
         sum(c.to_s - c.from_s), sum(c.fen - c.voucher_fen), sum(c.voucher_fen)
  from usage_charges c join segments s on s.id = c.segment_id group by 1, 2, 3, 5;

  insert into consumption_lines (user_id, day, key, kind, transaction_id, cash_fen, voucher_fen)
  select a.user_id, shanghai_day(t.at), case when t.kind = 'llm_usage' then shanghai_day(t.at) || '-llm' else t.kind || '-' || t.id end,
         t.kind, case when t.kind <> 'llm_usage' then t.id end, -sum(case when a.kind = 'cash' then e.amount_fen else 0 end),
         -sum(case when a.kind = 'voucher' then e.amount_fen else 0 end)
  from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
  where a.user_id is not null and (t.kind in ('order', 'refund', 'late_fee') and a.kind in ('cash', 'voucher')
    or t.kind = 'llm_usage' and a.kind = 'cash') group by 1, 2, 3, 4, 5;

  insert into consumption_days (user_id, day, kind, lines, cash_fen, voucher_fen)
  select user_id, day, kind, count(*), sum(cash_fen), sum(voucher_fen) from consumption_lines group by 1, 2, 3;
end $$;

-- From here to the end of the migration no other session posts: what is there is summed once, what follows by the triggers.
create trigger ledger_entries_summed after insert on ledger_entries
  referencing new table as added for each statement execute function sum_ledger_entries();
create trigger usage_charges_summed after insert on usage_charges
  referencing new table as added for each statement execute function sum_usage_charges();
select rebuild_daily_sums();
