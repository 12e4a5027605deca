-- Queues of the back office whose state had no index: each is counted whenever an operator looks.
create index withdrawals_open on withdrawals (created_at) where status in ('pending', 'checking', 'paying');
create index bank_transfers_open on bank_transfers (created_at) where status in ('pending', 'confirmed');
create index data_set_versions_pending on data_set_versions (submitted_at) where state = 'pending' and removed_at is null;

-- Who answers for the back office: a handful among all users, told of each change there.
create index users_operators on users (role) where role <> 'user';

-- Which cards were rented, and when: what is held now is on the card itself, but utilisation over time needs what was.
create table card_leases (
  id bigint generated always as identity primary key,
  card text not null,
  model text not null,
  instance_id text not null references instances (id),
  begun_at timestamptz not null,
  ended_at timestamptz
);
create index card_leases_open on card_leases (card) where ended_at is null;
create index card_leases_ended on card_leases (ended_at);
insert into card_leases (card, model, instance_id, begun_at)
  select g.uuid, g.model, i.id, coalesce(i.started_at, i.created_at) from gpus g join instances i on i.id = g.instance_id;

-- Of which product a run was: an instance may change its product between two runs.
alter table segments add column product_id text references products (id);
update segments s set product_id = i.product_id from instances i where i.id = s.instance_id;

-- Failures are few among the events; they are read by time, of all instances.
create index instance_events_failed on instance_events (at desc, id desc) where kind = 'status' and status = 1;

-- What the search of the back office begins with: names by their beginning, a phone also by the four digits that are shown of it.
create index users_nickname on users (lower(nickname) text_pattern_ops);
create index users_phone_end on users (right(phone, 4));
create index instances_name on instances (lower(nick_name) text_pattern_ops) where released_at is null;
create index recharges_provider_no on recharges (provider_no) where provider_no is not null;
