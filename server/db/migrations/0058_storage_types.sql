-- What the last measurement found, in bytes by the type that names tell: {"model": 123}. Null: not measured since.
alter table storage_usage add column bytes_by_type jsonb;
