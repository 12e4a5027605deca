-- The password an instance was made with, sealed, so that its owner can read it (docs/decisions/067). Null: a hash is all there is.
alter table instance_passwords add column password_cipher text;

-- A node of the version before resets the hash and knows of nothing else; what then stands beside it opens nothing any more.
create function forget_replaced_password() returns trigger language plpgsql as $$
begin
  if new.password_hash <> old.password_hash and new.password_cipher is not distinct from old.password_cipher then
    new.password_cipher := null;
  end if;
  return new;
end $$;
create trigger instance_passwords_forget before update on instance_passwords
  for each row execute function forget_replaced_password();
