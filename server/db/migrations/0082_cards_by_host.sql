-- The cards of a host, for the lists of operators and for looks at a thousand hosts.
create index gpus_host on gpus (host_id, model);
