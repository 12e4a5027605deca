alter table captchas drop constraint captchas_captcha_type_check;
alter table captchas add constraint captchas_captcha_type_check check (
  captcha_type in ('login', 'reset_password', 'register', 'wechat_bind', 'step_up', 'change_phone', 'sub_account'));

-- A sub-account has no phone until the holder of the one that was invited accepts: `users.phone` is `invited:<id>` so long.
alter table sub_accounts add column invited_phone text;
alter table sub_accounts add column invited_until timestamptz;
alter table sub_accounts add constraint sub_accounts_invited_check check ((invited_phone is null) = (invited_until is null));
create index sub_accounts_invited on sub_accounts (invited_phone) where invited_phone is not null;

-- Sub-accounts were opened on phones that nobody had proved. A session without a password of the master's was let in by a
-- text message, and so is who used a code; every other number is free again, and its account becomes an invitation.
with unproved as (
  select s.user_id, u.phone
  from sub_accounts s
  join users u on u.id = s.user_id
  where s.removed_at is null and u.closed_at is null
    and not exists (select from captchas c where c.phone = u.phone and c.used_at >= s.created_at)
    and (s.has_password or not exists (select from sessions n where n.user_id = u.id))
)
update sub_accounts s
set invited_phone = p.phone, invited_until = now() + interval '30 days', has_password = false
from unproved p
where p.user_id = s.user_id;
update users u set phone = 'invited:' || u.id
from sub_accounts s
where s.user_id = u.id and s.invited_phone is not null;
