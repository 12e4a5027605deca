-- The order of each long list, with its last key, so that a page is a walk along one index (decision 089).
create index instances_user_order on instances (user_id, created_at desc, id desc) where released_at is null;
create index instances_user_name on instances (user_id, nick_name, id) where released_at is null;
create index instances_order on instances (created_at desc, id desc) where released_at is null;
create index orders_user_order on orders (user_id, created_at desc, id desc);
create index orders_order on orders (created_at desc, id desc);
create index users_order on users (created_at desc, id desc);
drop index instances_user;
drop index orders_user;
