-- The lists of one noun have its name now: saved views stay with their list.
-- A node of the version before still saves with the old names, until it is replaced.
create function views_new_names() returns trigger language plpgsql as $$
declare
  given text := new.resource;
begin
  new.resource := case given
    when 'secret-keys' then 'keys'
    when 'llm-keys' then 'tokens'
    when 'private-images' then 'images'
    when 'shared-images' then 'images-shared'
    when 'community-images' then 'images-community'
    when 'collected-images' then 'images-collected'
    when 'image-releases' then 'images-releases'
    when 'data-sets' then 'datasets'
    when 'my-data-sets' then 'datasets-own'
    when 'collected-data-sets' then 'datasets-collected'
    else given
  end;
  -- Such a node looks for the default before under the old name, and finds none.
  if new.is_default and new.resource <> given then
    update views set is_default = false
    where user_id = new.user_id and resource = new.resource and is_default and id <> new.id;
  end if;
  return new;
end
$$;
create trigger views_new_names before insert or update of resource on views for each row execute function views_new_names();
-- The trigger says the new names.
update views set resource = resource
where resource in (
  'secret-keys', 'llm-keys', 'private-images', 'shared-images', 'community-images', 'collected-images', 'image-releases',
  'data-sets', 'my-data-sets', 'collected-data-sets'
);
