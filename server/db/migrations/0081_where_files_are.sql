-- Whether a host's instances can mount personal storage and data sets. Nodes of the version before know only hosts that can.
alter table hosts add column mounts_files boolean not null default true;
