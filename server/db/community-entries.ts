import { sql } from 'kysely'

/** Community images and data sets have the same tables around them. */
export const entry_tables = {
  community_image: {
    key: 'community_image_id',
    tags: 'community_image_tags',
    stars: 'community_image_stars',
    versions: 'community_image_versions',
  },
  data_set: { key: 'data_set_id', tags: 'data_set_tags', stars: 'data_set_stars', versions: 'data_set_versions' },
} as const
export type EntryKind = keyof typeof entry_tables

/** Of the entry `c` of a query around it. */
export const tagsOf = (kind: EntryKind) =>
  sql<string[]>`(select coalesce(jsonb_agg(t.tag order by t.tag), '[]') from ${sql.table(entry_tables[kind].tags)} t
                 where ${sql.ref(`t.${entry_tables[kind].key}`)} = c.id)`
export const starsOf = (kind: EntryKind) =>
  sql<number>`(select count(*)::int from ${sql.table(entry_tables[kind].stars)} s where ${sql.ref(`s.${entry_tables[kind].key}`)} = c.id)`
export const hasTag = (kind: EntryKind, tag: string) =>
  sql<boolean>`exists (select from ${sql.table(entry_tables[kind].tags)} t
                       where ${sql.ref(`t.${entry_tables[kind].key}`)} = c.id and t.tag = ${tag})`
export const hasTagLike = (kind: EntryKind, pattern: string) =>
  sql<boolean>`exists (select from ${sql.table(entry_tables[kind].tags)} t
                       where ${sql.ref(`t.${entry_tables[kind].key}`)} = c.id and t.tag ilike ${pattern})`
