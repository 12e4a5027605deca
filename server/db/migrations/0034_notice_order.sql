-- What one moment tells a reader stands in the order in which it was told.
alter table notifications add column place bigint generated always as identity;
drop index notifications_user;
create index notifications_user on notifications (user_id, created_at desc, place desc) where deleted_at is null;
