-- An order counts for the reward of an inviter when the time it paid for is over, as what was kept of its cash then; what
-- has counted is given back no more (docs/decisions/038). Rows are only ever added.
create table rewarded_orders (
  order_id text primary key references orders (id),
  -- The settled day of which it is a part.
  reward_id text not null references invitation_rewards (id),
  cash_fen bigint not null check (cash_fen > 0),
  refunded_fen bigint not null check (refunded_fen between 0 and cash_fen)
);
create index rewarded_orders_reward on rewarded_orders (reward_id);
create trigger rewarded_orders_append_only before update or delete on rewarded_orders
  for each row execute function refuse_change();

-- A day may have orders that end and no entry of use, and there is one row of a day.
alter table invitation_rewards drop constraint invitation_rewards_check;
alter table invitation_rewards add constraint invitation_rewards_check check (to_entry >= from_entry);
alter table invitation_rewards drop constraint invitation_rewards_spender_id_from_entry_key;
alter table invitation_rewards add constraint invitation_rewards_once unique (spender_id, day, from_entry);

-- Orders that have counted on the day they were paid are taken out again, and count once more when their time is over.
-- What was paid for them before is not taken back: it stands against what comes later.
insert into invitation_rewards (id, spender_id, invitee_id, inviter_id, day, from_entry, to_entry,
    usage_fen, orders_fen, refunds_fen, total_fen, paid_before_fen, reward_fen, at)
  select 'reward-' || gen_random_uuid(), w.spender_id, w.invitee_id, w.inviter_id, w.day, w.to_entry, w.to_entry,
    0, -s.orders_fen, -s.refunds_fen, w.total_fen - s.orders_fen + s.refunds_fen, w.paid_before_fen + w.reward_fen, 0, w.at
  from (select distinct on (spender_id) * from invitation_rewards order by spender_id, to_entry desc) w
  join (select spender_id, sum(orders_fen)::bigint as orders_fen, sum(refunds_fen)::bigint as refunds_fen
        from invitation_rewards group by spender_id) s on s.spender_id = w.spender_id
  where s.orders_fen <> 0 or s.refunds_fen <> 0;
