-- Wrong tries from elsewhere than where a code was asked for are counted apart. Without a network, all are counted as before.
alter table captchas add column network text;
alter table captchas add column other_tries integer not null default 0;
