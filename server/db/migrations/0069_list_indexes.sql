-- Model calls by the beginning of their number (decision 098).
create index llm_calls_number on llm_calls (request_id text_pattern_ops) where ended_at is not null;
