-- What an operator has skipped or tried of the way to the first paid hour; what is done is read from the platform itself.
create table opening_marks (
  step text primary key,
  skipped_at timestamptz,
  skipped_by text references users (id),
  tested_at timestamptz,
  tested_by text references users (id),
  test_ok boolean,
  test_answer text,
  check ((skipped_at is null) = (skipped_by is null)),
  check ((tested_at is null) = (test_ok is null) and (tested_at is null) = (test_answer is null) and (tested_at is null) = (tested_by is null))
);
