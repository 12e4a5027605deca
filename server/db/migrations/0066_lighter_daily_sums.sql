-- The sums by day of 0061 with less work: a statement names a day once and reads what it has added once, lines that are there are
-- told by a number, and rows that are all changed in one statement find room for their next version on their page.
alter table consumption_lines set (fillfactor = 45);

-- Every statement takes its rows in the order of their keys, so that two transactions cannot wait for each other.
create or replace function sum_usage_charges() returns trigger language plpgsql as $$
begin
  with days as materialized (
    select at, shanghai_day(at) as day from (select distinct at from added) x
  ), moved as materialized (
    select row_number() over () as nth, m.*, m.day || '-' || m.instance_id as key from (
      select s.user_id, d.day, s.instance_id, sum(c.to_s - c.from_s)::bigint as seconds,
             sum(c.fen - c.voucher_fen)::bigint as cash_fen, sum(c.voucher_fen)::bigint as voucher_fen
      from added c join days d on d.at = c.at join segments s on s.id = c.segment_id
      group by s.instance_id, s.user_id, d.day) m
  ), known as materialized (
    -- Most lines of a day are there already, and a plain update costs less than a conflict.
    update consumption_lines l set seconds = l.seconds + m.seconds, cash_fen = l.cash_fen + m.cash_fen, voucher_fen = l.voucher_fen + m.voucher_fen
    from moved m where l.user_id = m.user_id and l.day = m.day and l.key = m.key
    returning m.nth
  ), written as (
    insert into consumption_lines as l (user_id, day, key, kind, instance_id, seconds, cash_fen, voucher_fen)
    select user_id, day, key, 'usage', instance_id, seconds, cash_fen, voucher_fen from moved
    where (select count(*) from known) < (select count(*) from moved) and nth not in (select nth from known) order by user_id, day, instance_id
    on conflict (user_id, day, key) do update set seconds = l.seconds + excluded.seconds,
      cash_fen = l.cash_fen + excluded.cash_fen, voucher_fen = l.voucher_fen + excluded.voucher_fen
    returning user_id, day, (xmax = 0)::int as fresh
  ), begun as (
    select user_id, day, sum(fresh) as lines from written group by user_id, day
  ), spent as materialized (
    select user_id, day, sum(cash_fen) as cash_fen, sum(voucher_fen) as voucher_fen from moved group by user_id, day
  )
  insert into consumption_days as d (user_id, day, kind, lines, cash_fen, voucher_fen)
  select m.user_id, m.day, 'usage', coalesce(b.lines, 0), m.cash_fen, m.voucher_fen
  from spent m left join begun b on b.user_id = m.user_id and b.day = m.day order by m.user_id, m.day
  on conflict (user_id, day, kind) do update set lines = d.lines + excluded.lines,
    cash_fen = d.cash_fen + excluded.cash_fen, voucher_fen = d.voucher_fen + excluded.voucher_fen;
  return null;
end $$;

create or replace function sum_ledger_entries() returns trigger language plpgsql as $$
begin
  with entered as materialized (
    select e.account_id, a.user_id, a.kind as account, t.id as transaction_id, t.kind, t.at, e.amount_fen
    from added e join ledger_transactions t on t.id = e.transaction_id join accounts a on a.id = e.account_id
  ), days as materialized (
    select at, shanghai_day(at) as day from (select distinct at from entered) x
  ), of_users as (
    insert into account_days as d (account_id, day, kind, entries, plus_fen, minus_fen)
    select e.account_id, x.day, e.kind, count(*), sum(greatest(e.amount_fen, 0)), sum(least(e.amount_fen, 0))
    from entered e join days x on x.at = e.at where e.user_id is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, day, kind) do update set entries = d.entries + excluded.entries,
      plus_fen = d.plus_fen + excluded.plus_fen, minus_fen = d.minus_fen + excluded.minus_fen
  ), of_all as (
    insert into ledger_days as d (day, account, kind, backend, entries, plus_fen, minus_fen)
    select x.day, e.account, e.kind, pg_backend_pid(), count(*), sum(greatest(e.amount_fen, 0)), sum(least(e.amount_fen, 0))
    from entered e join days x on x.at = e.at group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, account, kind, backend) do update set entries = d.entries + excluded.entries,
      plus_fen = d.plus_fen + excluded.plus_fen, minus_fen = d.minus_fen + excluded.minus_fen
  ), moved as materialized (
    select e.user_id, x.day, case when e.kind = 'llm_usage' then x.day || '-llm' else e.kind || '-' || e.transaction_id end as key,
           e.kind, case when e.kind <> 'llm_usage' then e.transaction_id end as transaction_id,
           (-sum(case when e.account = 'cash' then e.amount_fen else 0 end))::bigint as cash_fen,
           (-sum(case when e.account = 'voucher' then e.amount_fen else 0 end))::bigint as voucher_fen
    from entered e join days x on x.at = e.at
    where e.user_id is not null and (e.kind in ('order', 'refund', 'late_fee') and e.account in ('cash', 'voucher')
      or e.kind = 'llm_usage' and e.account = 'cash') group by 1, 2, 3, 4, 5
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
