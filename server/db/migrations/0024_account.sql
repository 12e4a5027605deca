-- Codes that prove who is at the keyboard, and that a new phone is there.
alter table captchas drop constraint captchas_captcha_type_check;
alter table captchas add constraint captchas_captcha_type_check check (
  captcha_type in ('login', 'reset_password', 'register', 'wechat_bind', 'step_up', 'change_phone'));

alter table users add column avatar_id text references pictures (id);
alter table users add column password_set_at timestamptz;
-- Asked to be closed: until `closing_at` signing in takes it back, after that what is personal is erased and the books stay.
alter table users add column closing_at timestamptz;
alter table users add column closed_at timestamptz;
create index users_closing on users (closing_at) where closing_at is not null and closed_at is null;

-- An organisation an account stands for, beside the person in `real_names`. Numbers, people and addresses lie sealed.
create table certifications (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('company', 'university')),
  status text not null check (status in ('pending', 'passed', 'refused', 'withdrawn')),
  organisation text not null,
  number_cipher text not null,
  number_masked text not null,
  number_index text not null,
  person_cipher text,
  person_masked text,
  standing text check (standing in ('student', 'staff')),
  email_cipher text,
  email_masked text,
  picture_id text references pictures (id),
  reason text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references users (id),
  check ((status in ('passed', 'refused')) = (decided_by is not null)),
  check ((status = 'refused') = (reason is not null)),
  check (status <> 'pending' or picture_id is not null),
  check ((kind = 'university') = (standing is not null))
);
-- One at a time for each account, and one organisation's number, or one card, for one account.
create unique index certifications_of_user on certifications (user_id) where status in ('pending', 'passed');
create unique index certifications_number on certifications (number_index) where status = 'passed';
create index certifications_queue on certifications (status, submitted_at);
create index certifications_user on certifications (user_id, submitted_at desc);

-- What a person agreed to: the words as they were shown, by their hash.
create table consents (
  id bigint generated always as identity primary key,
  user_id text not null references users (id),
  purpose text not null,
  text_hash text not null,
  ip text not null,
  at timestamptz not null
);
create index consents_user on consents (user_id, id desc);
create trigger consents_append_only before update or delete on consents
  for each row execute function refuse_change();
