-- What a model can take beyond text (docs/decisions/066): the most tokens one image may cost, null where it takes none, and the most
-- choices of one request. A node of the version before knows of neither.
alter table llm_models
  add column image_tokens integer check (image_tokens between 1 and 100000),
  add column max_choices integer not null default 1 check (max_choices between 1 and 16);
