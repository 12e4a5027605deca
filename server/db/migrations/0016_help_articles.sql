-- Which articles of the help centre are shown. An article without a row is; the texts are part of the release.
create table help_articles (
  slug text primary key,
  visible boolean not null,
  changed_by text not null references users (id),
  changed_at timestamptz not null
);
