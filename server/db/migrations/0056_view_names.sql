-- The lists of one noun have its name now: saved views stay with their list.
update views set resource = case resource
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
end
where resource in (
  'secret-keys', 'llm-keys', 'private-images', 'shared-images', 'community-images', 'collected-images', 'image-releases',
  'data-sets', 'my-data-sets', 'collected-data-sets'
);
