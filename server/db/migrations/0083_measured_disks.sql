-- Whether the use of a host's disks is measured. Nodes of the version before know only hosts that do, or that enforce sizes.
alter table hosts add column measures_disks boolean not null default true;
