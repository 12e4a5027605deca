-- Gifts are counted by person (docs/decisions/055). Who closes his account and comes again is the same person: of an account
-- that is closed and has had a gift or an order there stays the keyed hash of the identity it was verified with, and
-- nothing else that says who it was.
create table closed_identities (
  user_id text primary key references users (id),
  id_number_index text not null,
  closed_at timestamptz not null
);
create index closed_identities_person on closed_identities (id_number_index);
