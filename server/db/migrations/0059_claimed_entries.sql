-- Entries whose writer has locked their accounts and says the balance after each one are applied by the statement: one change of
-- each account, however many entries it got, where the row trigger changes it once an entry. A session says so by
-- `zhisuan.entries = claimed`; every other session keeps the row trigger, which counts the balances itself.
create or replace trigger ledger_entry_applies before insert on ledger_entries
  for each row when (current_setting('zhisuan.entries', true) is distinct from 'claimed')
  execute function apply_ledger_entry();

create function apply_claimed_entries() returns trigger language plpgsql as $$
declare
  late boolean;
  wrong boolean;
  overdrawn boolean;
begin
  with sums as (
    select account_id, sum(amount_fen)::bigint as total from claimed group by account_id),
  moved as (
    update accounts a set balance_fen = a.balance_fen + s.total from sums s where a.id = s.account_id
    returning a.id, a.balance_fen - s.total as before, case when a.user_id is null then null else a.kind end as owner),
  checked as (
    select n.amount_fen, n.balance_after_fen, m.owner, t.kind, t.xid,
      m.before + sum(n.amount_fen) over (partition by n.account_id order by n.id) as counted
    from claimed n join moved m on m.id = n.account_id join ledger_transactions t on t.id = n.transaction_id)
  select bool_or(xid <> pg_current_xact_id()), bool_or(balance_after_fen <> counted),
    bool_or(owner is not null and amount_fen < 0 and balance_after_fen < 0
            and (owner <> 'cash' or kind not in ('usage', 'llm_usage', 'late_fee')))
  into late, wrong, overdrawn from checked;
  if late then raise exception 'a ledger transaction is closed' using errcode = 'ZS002'; end if;
  -- An account that was not locked before its entries were numbered may have been moved meanwhile, there and back.
  if wrong or exists (
    select from (select account_id, max(id) as last from claimed group by account_id) n
    where (select max(e.id) from ledger_entries e where e.account_id = n.account_id) <> n.last)
  then
    raise exception 'an entry claims a balance that its account does not have' using errcode = 'ZS006';
  end if;
  -- Usage and its late fee always post to the cash: what was used is owed. Everything else needs the money first.
  if overdrawn then raise exception 'insufficient balance' using errcode = 'ZS003'; end if;
  return null;
end $$;
create trigger ledger_entries_apply after insert on ledger_entries referencing new table as claimed
  for each statement when (current_setting('zhisuan.entries', true) = 'claimed')
  execute function apply_claimed_entries();

-- A settlement changes when a segment is due next; without an index of that time the row stays where its other indexes point.
-- Due segments are found among the open ones, user by user.
drop index segments_due;
drop index segments_user_open;
create index segments_user_open on segments (user_id, id) where ended_at is null;
alter table segments set (fillfactor = 70);
