-- Income and rewards come from money that was paid (docs/decisions/054). What was stated and paid before stays as it is:
-- its rows have none of the new columns.

-- Of a usage charge that its consumer still owed when the month was stated there is a line by itself; `entry_id` is the entry
-- of his cash that pays for the line, the last one where there are many.
alter table creator_statement_lines add column entry_id bigint references ledger_entries (id);
alter table creator_statement_lines add column pending boolean not null default false;
alter table creator_statement_lines add constraint creator_statement_lines_pending check (not pending or (entry_id is not null and segment_id is not null));
alter table creator_statement_lines drop constraint creator_statement_lines_statement_id_segment_id_key;
create unique index creator_statement_lines_covered on creator_statement_lines (statement_id, segment_id) where not pending;
create unique index creator_statement_lines_owed on creator_statement_lines (statement_id, segment_id, entry_id) where pending;
create index creator_statement_lines_pending on creator_statement_lines (consumer_id) where pending;
create index creator_statement_lines_consumer on creator_statement_lines (consumer_id, statement_id);
-- A stretch earns no more than was paid for it: seconds that are not a fen yet are none.
alter table creator_statement_lines drop constraint creator_statement_lines_check1;
alter table creator_statement_lines add constraint creator_statement_lines_earned
  check (earned between 0 and div(price_micro::numeric * seconds * cash_fen, whole_fen));

-- What a statement has brought later, when consumers had paid what they owed.
create table creator_releases (
  id text primary key,
  statement_id text not null references creator_statements (id),
  amount_fen bigint not null check (amount_fen >= 0),
  transaction_id bigint unique references ledger_transactions (id),
  at timestamptz not null,
  check ((amount_fen > 0) = (transaction_id is not null))
);
create index creator_releases_statement on creator_releases (statement_id, at);
create trigger creator_releases_append_only before update or delete on creator_releases
  for each row execute function refuse_change();

-- A pending line is released once, for the cash that has really been paid for it.
create table creator_released_lines (
  line_id bigint primary key references creator_statement_lines (id),
  release_id text not null references creator_releases (id),
  cash_fen bigint not null check (cash_fen >= 0),
  earned bigint not null check (earned >= 0)
);
create index creator_released_lines_release on creator_released_lines (release_id);
create trigger creator_released_lines_append_only before update or delete on creator_released_lines
  for each row execute function refuse_change();

-- What earns an inviter nothing: the share of images, all use of his own ones, and what operators have given.
alter table invitation_rewards add column left_out_fen bigint check (left_out_fen >= 0);
alter table rewarded_orders add column left_out_fen bigint check (left_out_fen between 0 and cash_fen - refunded_fen);
create index invitation_rewards_spender on invitation_rewards (spender_id, day desc);
