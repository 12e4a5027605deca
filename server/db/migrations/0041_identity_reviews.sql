-- Real names that a person checks (IDENTITY=manual, docs/decisions/052). One that passes becomes a row of real_names, where
-- alone a number counts as verified; what was sealed here goes with the decision.
create table identity_reviews (
  id text primary key,
  user_id text not null references users (id),
  status text not null check (status in ('pending', 'passed', 'refused')),
  name_cipher text,
  id_number_cipher text,
  id_number_index text,
  name_masked text not null,
  id_number_masked text not null,
  reason text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references users (id),
  check ((status = 'pending') = (decided_by is null)),
  check ((status = 'refused') = (reason is not null)),
  check ((status = 'pending') = (name_cipher is not null)),
  check ((status = 'pending') = (id_number_cipher is not null)),
  check ((status = 'pending') = (id_number_index is not null))
);
create unique index identity_reviews_pending on identity_reviews (user_id) where status = 'pending';
create index identity_reviews_queue on identity_reviews (status, submitted_at);
create index identity_reviews_user on identity_reviews (user_id, submitted_at desc);
