-- Whether what is saved on a host can boot on others. Nodes of the version before leave the default, as for what they knew before.
alter table hosts add column shares_images boolean not null default true;
-- The only host that has a saved image; null: every host can have it.
alter table images add column host_id text references hosts (id);
create index images_host on images (host_id) where host_id is not null;
