-- Tokens of the large-model API, and what creators earn (product §7, §9).
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'recharge', 'order', 'usage', 'refund', 'late_fee', 'adjust', 'allocate',
  'withdraw_hold', 'withdraw_return', 'withdraw', 'voucher_grant', 'voucher_end', 'reward', 'llm_usage', 'creator_income'));

create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
declare
  owner text;
  posting ledger_transactions;
begin
  select * into posting from ledger_transactions where id = new.transaction_id;
  if posting.xid <> pg_current_xact_id() then
    raise exception 'ledger transaction % is closed', new.transaction_id using errcode = 'ZS002';
  end if;
  update accounts set balance_fen = balance_fen + new.amount_fen where id = new.account_id
    returning balance_fen, case when user_id is null then null else kind end into new.balance_after_fen, owner;
  -- Drawn while the account is held: the entries of an account are numbered in the order in which they moved it.
  new.id := nextval(pg_get_serial_sequence('ledger_entries', 'id'));
  -- Usage and its late fee always post to the cash: what was used is owed. Everything else needs the money first.
  if owner is not null and new.amount_fen < 0 and new.balance_after_fen < 0
     and (owner <> 'cash' or posting.kind not in ('usage', 'llm_usage', 'late_fee')) then
    raise exception 'insufficient balance' using errcode = 'ZS003';
  end if;
  return new;
end $$;
