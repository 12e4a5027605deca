import { sql } from 'kysely'

/** Tables of community images and data sets, which have the same structure. */
export const communityEntryTables = {
  community_image: {
    key: 'community_image_id',
    tags: 'community_image_tags',
    stars: 'community_image_stars',
    versions: 'community_image_versions',
  },
  data_set: { key: 'data_set_id', tags: 'data_set_tags', stars: 'data_set_stars', versions: 'data_set_versions' },
} as const
export type CommunityEntryKind = keyof typeof communityEntryTables

/** Tags of the entry; the surrounding query must use the alias `c`. */
export const selectTags = (kind: CommunityEntryKind) =>
  sql<string[]>`(select coalesce(jsonb_agg(t.tag order by t.tag), '[]') from ${sql.table(communityEntryTables[kind].tags)} t
                 where ${sql.ref(`t.${communityEntryTables[kind].key}`)} = c.id)`
export const selectStarCount = (kind: CommunityEntryKind) =>
  sql<number>`(select count(*)::int from ${sql.table(communityEntryTables[kind].stars)} s where ${sql.ref(`s.${communityEntryTables[kind].key}`)} = c.id)`
export const hasTag = (kind: CommunityEntryKind, tag: string) =>
  sql<boolean>`exists (select from ${sql.table(communityEntryTables[kind].tags)} t
                       where ${sql.ref(`t.${communityEntryTables[kind].key}`)} = c.id and t.tag = ${tag})`
export const hasTagLike = (kind: CommunityEntryKind, pattern: string) =>
  sql<boolean>`exists (select from ${sql.table(communityEntryTables[kind].tags)} t
                       where ${sql.ref(`t.${communityEntryTables[kind].key}`)} = c.id and t.tag ilike ${pattern})`
