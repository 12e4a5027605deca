-- Whether what is saved on a host can boot on others. Nodes of the version before leave the default, as for what they knew before.
alter table hosts add column shares_images boolean not null default true;
-- The only host that has a saved image; null: every host can have it.
alter table images add column host_id text references hosts (id);
create index images_host on images (host_id) where host_id is not null;
-- Until a host says so itself: Docker's engines kept what was saved to themselves, and never let an instance go to another host.
update hosts set shares_images = false where not simulated;
update images m set host_id = h.id from instances i join hosts h on h.id = i.host_id
  where i.id = m.source_instance_id and m.kind in ('private', 'clone') and m.state = 'ready' and not h.simulated;
update images m set host_id = s.host_id from community_image_versions v join images s on s.id = v.source_image_id
  where v.image_id = m.id and m.reference like '%:' || m.id;
