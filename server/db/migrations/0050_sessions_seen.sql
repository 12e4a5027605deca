-- From where somebody has signed in of late, sessions that have ended included: nobody else's requests for codes count there.
create index sessions_seen on sessions (user_id, last_seen_at);
