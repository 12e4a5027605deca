-- The large-model API (product §9, docs/decisions/040). Costs are counted in 10⁻¹² yuan: tokens × micro-yuan per million
-- tokens is just that, so that nothing is rounded before a whole fen is posted.
create table llm_models (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('chat', 'embedding')),
  upstream_name text not null,
  context_length integer not null check (context_length > 0),
  max_output integer not null,
  on_offer boolean not null default false,
  sort integer not null default 0,
  created_at timestamptz not null,
  check ((kind = 'chat') = (max_output > 0) and max_output >= 0)
);

create table llm_prices (
  id text primary key,
  model_id text not null references llm_models (id),
  version integer not null,
  input_micro bigint not null check (input_micro >= 0),
  cached_micro bigint not null check (cached_micro between 0 and input_micro),
  output_micro bigint not null check (output_micro >= 0),
  created_at timestamptz not null,
  unique (model_id, version)
);
create trigger llm_prices_append_only before update or delete on llm_prices
  for each row execute function refuse_change();

-- The secret is never stored. A removed key stays as the name its calls are known by.
create table llm_keys (
  id text primary key,
  user_id text not null references users (id),
  name text not null,
  secret_hash text not null unique,
  prefix text not null,
  last4 text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  models text[] check (cardinality(models) > 0),
  expires_at timestamptz,
  cap_fen bigint check (cap_fen > 0),
  spent_pico bigint not null default 0 check (spent_pico >= 0),
  calls integer not null default 0,
  last_used_at timestamptz,
  disabled_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null
);
create index llm_keys_user on llm_keys (user_id, created_at desc) where removed_at is null;

-- What of a user's use lies below 1 fen and is not posted yet; also the lock under which his calls begin and end.
create table llm_accounts (
  user_id text primary key references users (id),
  carry_pico bigint not null default 0 check (carry_pico >= 0 and carry_pico < 10000000000)
);

-- A call is a row before the upstream is asked: it holds the most the call may cost until it has ended. `lease_until` is how
-- long its node may stay silent; `seen_*` is what that node had delivered when it last said so.
create table llm_calls (
  id text primary key,
  user_id text not null references users (id),
  key_id text references llm_keys (id),
  model_id text not null references llm_models (id),
  price_id text not null references llm_prices (id),
  stream boolean not null,
  request_id text not null,
  started_at timestamptz not null,
  reserved_pico bigint not null check (reserved_pico >= 0),
  lease_until timestamptz,
  seen_prompt integer not null default 0,
  seen_completion integer not null default 0,
  ended_at timestamptz,
  state text check (state in ('ok', 'error', 'aborted')),
  http_status integer,
  error_code text,
  prompt_tokens integer not null default 0 check (prompt_tokens >= 0),
  cached_tokens integer not null default 0 check (cached_tokens between 0 and prompt_tokens),
  completion_tokens integer not null default 0 check (completion_tokens >= 0),
  first_byte_ms integer,
  total_ms integer not null default 0,
  cost_pico bigint not null default 0 check (cost_pico between 0 and reserved_pico),
  posted_fen bigint not null default 0 check (posted_fen >= 0),
  estimated boolean not null default false,
  check ((ended_at is null) = (lease_until is not null)),
  check ((ended_at is null) = (state is null)),
  check ((ended_at is null) = (http_status is null))
);
create index llm_calls_open on llm_calls (user_id) where ended_at is null;
create index llm_calls_leases on llm_calls (lease_until) where ended_at is null;
create index llm_calls_user on llm_calls (user_id, ended_at desc, id desc) where ended_at is not null;
create index llm_calls_ended on llm_calls (ended_at desc, id desc) where ended_at is not null;
create index llm_calls_key on llm_calls (key_id, ended_at) where key_id is not null;
create index llm_calls_begun on llm_calls (user_id, key_id, started_at);
create index llm_calls_model on llm_calls (model_id, ended_at);
create index llm_calls_price on llm_calls (price_id);

create function guard_llm_call() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null then
    raise exception 'a call that has ended is a record' using errcode = 'ZS006';
  end if;
  return new;
end $$;
create trigger llm_calls_guarded before update or delete on llm_calls
  for each row execute function guard_llm_call();

alter table change_requests drop constraint change_requests_kind_check;
alter table change_requests add constraint change_requests_kind_check
  check (kind in ('price', 'role', 'unfreeze', 'activity', 'withdrawal', 'adjustment', 'llm_price'));

-- Tokens are metered use as any other: one item a day and account.
create or replace function invoice_sources(user_ids text[])
returns table (item text, kind text, user_id text, title text, at timestamptz, gross_fen bigint, refunded_fen bigint)
language sql stable as $$
  with cash as (
    select t.idem, case t.kind when 'llm_usage' then 'usage' else t.kind end as kind, t.at,
      to_char(t.at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as day, a.user_id, e.amount_fen
    from accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
    where a.kind = 'cash' and a.user_id = any (user_ids) and t.kind in ('order', 'usage', 'llm_usage')
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
