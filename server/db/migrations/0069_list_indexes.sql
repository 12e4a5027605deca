-- Model calls by the beginning of their number (decision 098).
create index llm_calls_number on llm_calls (request_id text_pattern_ops) where ended_at is not null;
-- How many instances a user, a host and a product have is counted in an index instead of from every row.
create index instances_user_status on instances (user_id, status, desired) where released_at is null;
create index instances_host on instances (host_id, status) where released_at is null;
create index instances_product on instances (product_id, region_id) where released_at is null;
-- What will be released soonest: instances that are shut down (7) or abnormal (1).
create index instances_kept on instances (user_id, (coalesce(stopped_at, phase_since))) where released_at is null and status in (7, 1);
-- All that a user ever had, released ones too, and those of them that had a package.
create index instances_owner on instances (user_id, created_at desc, id desc);
create index orders_package on orders (user_id, instance_id) where charge_rule <> 'hour' and status in ('paid', 'done', 'refunded');
-- The same as users_order.
drop index users_created;
