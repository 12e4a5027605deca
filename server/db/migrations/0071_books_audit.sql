-- The last audit of the books: one row, without a time until there was one.
create table books_audit (
  only_row boolean primary key default true check (only_row),
  begun_at timestamptz,
  ended_at timestamptz,
  -- Violated rules with the number of rows, and rules that could not be checked within their time.
  findings jsonb not null default '[]',
  unchecked jsonb not null default '[]'
);
insert into books_audit default values;
