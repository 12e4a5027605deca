-- 发票 (product §5, docs/decisions/034). What an invoice says is its own: titles and addresses may change or go afterwards.
create table invoice_titles (
  id text primary key,
  user_id text not null references users (id),
  holder text not null check (holder in ('person', 'company', 'university')),
  name text not null,
  tax_number text not null,
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  bank_account text not null default '',
  is_default boolean not null,
  created_at timestamptz not null,
  unique (user_id, name, tax_number)
);
create unique index invoice_titles_default on invoice_titles (user_id) where is_default;

create table invoice_emails (
  id text primary key,
  user_id text not null references users (id),
  email text not null,
  is_default boolean not null default false,
  verified_at timestamptz,
  code_hash text,
  code_expires_at timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null,
  unique (user_id, email),
  check (not is_default or verified_at is not null)
);
create unique index invoice_emails_default on invoice_emails (user_id) where is_default;

create table invoices (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('normal', 'special')),
  state text not null check (state in ('pending', 'issuing', 'issued', 'rejected', 'withdrawn', 'flushing', 'flushed')),
  amount_fen bigint not null check (amount_fen >= 100),
  title jsonb not null,
  emails text[] not null,
  remark text not null,
  number text unique,
  issued_at timestamptz,
  by_hand boolean not null default false,
  sandbox boolean not null default false,
  reason text,
  flush_approved boolean not null default false,
  red_number text unique,
  -- When it was passed on to the issuer, last; part of what is asked, so that asking again is asking the same.
  asked_at timestamptz,
  -- When the issuer is asked next; also the lease of the worker that is asking.
  due_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null,
  check ((state in ('issued', 'flushing', 'flushed')) = (number is not null and issued_at is not null)),
  check ((state = 'flushed') = (red_number is not null)),
  check (not flush_approved or state in ('flushing', 'flushed')),
  check ((due_at is not null) = (state = 'issuing' or (state = 'flushing' and flush_approved and not by_hand)))
);
create index invoices_user on invoices (user_id, created_at desc);
create index invoices_state on invoices (state, created_at);
create index invoices_due on invoices (due_at) where due_at is not null;

create table invoice_items (
  invoice_id text not null references invoices (id),
  -- `order:<id>` or `usage:<user>:<day>`.
  item text not null,
  kind text not null check (kind in ('order', 'usage')),
  user_id text not null references users (id),
  title text not null,
  amount_fen bigint not null check (amount_fen > 0),
  at timestamptz not null,
  live boolean not null default true,
  primary key (invoice_id, item)
);
-- No fen is invoiced twice: an item is on one live invoice at most.
create unique index invoice_items_live on invoice_items (item) where live;

create function free_invoice_items() returns trigger language plpgsql as $$
begin
  update invoice_items set live = false
    where invoice_id = new.id and live and new.state in ('rejected', 'withdrawn', 'flushed');
  return null;
end $$;
create trigger invoice_frees_items after update of state on invoices
  for each row execute function free_invoice_items();

create table invoice_events (
  id bigint generated always as identity primary key,
  invoice_id text not null references invoices (id),
  state text not null,
  at timestamptz not null,
  actor text not null check (actor in ('user', 'operator', 'system')),
  actor_id text references users (id),
  note text
);
create index invoice_events_invoice on invoice_events (invoice_id, id);
create trigger invoice_events_append_only before update or delete on invoice_events
  for each row execute function refuse_change();

-- What is to be mailed: a row until it has been handed over.
create table invoice_mails (
  id text primary key,
  invoice_id text not null references invoices (id),
  email text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz
);
create index invoice_mails_due on invoice_mails (due_at) where due_at is not null;
create index invoice_mails_invoice on invoice_mails (invoice_id, created_at);

-- Everything that cash was spent on, as it may be invoiced: what was paid in cash, and what of it came back.
create function invoice_sources(user_ids text[])
returns table (item text, kind text, user_id text, title text, at timestamptz, gross_fen bigint, refunded_fen bigint)
language sql stable as $$
  with cash as (
    select t.idem, t.kind, t.at, to_char(t.at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as day, a.user_id, e.amount_fen
    from accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
    where a.kind = 'cash' and a.user_id = any (user_ids) and t.kind in ('order', 'usage')
  )
  select 'order:' || o.id, 'order', o.user_id, o.title, c.at, -c.amount_fen, coalesce(r.fen, 0)
  from cash c join orders o on c.idem = 'order:' || o.id
  left join lateral (select sum(cash_fen)::bigint as fen from order_refunds where order_id = o.id) r on true
  where c.kind = 'order'
  union all
  select 'usage:' || c.user_id || ':' || c.day, 'usage', c.user_id, '按量费用', min(c.at), -sum(c.amount_fen)::bigint, 0::bigint
  from cash c where c.kind = 'usage'
  group by c.user_id, c.day having sum(c.amount_fen) < 0
$$;
