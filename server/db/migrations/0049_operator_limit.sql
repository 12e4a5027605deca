-- What operators gave without a second person, beside the adjustments of balances, which say it themselves: one limit of a
-- day holds for all of it together (docs/decisions/057).
create table given_alone (
  id text primary key,
  operator_id text not null references users (id),
  kind text not null check (kind in ('coupon', 'refund', 'transfer')),
  -- The campaign, the order or the transfer.
  ref text not null,
  -- Of coupons, what they are worth at most.
  amount_fen bigint not null check (amount_fen > 0),
  at timestamptz not null
);
create index given_alone_operator on given_alone (operator_id, at);
create trigger given_alone_append_only before update or delete on given_alone for each row execute function refuse_change();
create index balance_adjustments_alone on balance_adjustments (requested_by, at) where approved_by is null;

do $$
declare kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint where conname = 'change_requests_kind_check';
  execute 'alter table change_requests drop constraint change_requests_kind_check';
  -- Whatever is allowed already stays so.
  execute 'alter table change_requests add constraint change_requests_kind_check check ('
    || substring(kinds from '^CHECK \((.*)\)$') || ' or kind in (''coupon_open'', ''coupon_codes'', ''coupon_grant'', ''refund''))';
end $$;
