-- A saved image that the only host that had it does not have any more.
alter table images drop constraint images_state_check;
alter table images add constraint images_state_check
  check (state in ('saving', 'ready', 'failed', 'lost', 'removing', 'removed'));
