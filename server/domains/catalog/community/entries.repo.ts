import { type Kysely, sql } from 'kysely'
import { type CommunityEntryKind, communityEntryTables } from '#server/db/community-entries.ts'
import type { DB } from '#server/db/types.ts'

const maxTags = 20

/** SQL that community images and data sets share: tags and stars. */
export function communityEntriesRepo(db: Kysely<DB>, kind: CommunityEntryKind) {
  const [tags, stars, versions] = [
    sql.table(communityEntryTables[kind].tags),
    sql.table(communityEntryTables[kind].stars),
    sql.table(communityEntryTables[kind].versions),
  ]
  const key = sql.ref(communityEntryTables[kind].key)
  return {
    /** Returns the tags of public entries, most frequent first. */
    tags: async (): Promise<{ name: string; count: number }[]> => {
      const { rows } = await sql<{ name: string; count: number }>`
        select tag as name, count(*)::int as count from ${tags}
        where ${key} in (select ${key} from ${versions} where state = 'published')
        group by tag order by count(*) desc, tag limit ${maxTags}`.execute(db)
      return rows
    },
    /** Returns whether an entry has a public version; if so, locks the entry until the transaction ends. */
    holdPublic: async (id: string): Promise<boolean> => {
      const { rows } = await sql`
        select from ${versions} where ${key} = ${id} and state = 'published' limit 1 for share`.execute(db)
      return rows.length > 0
    },
    star: (id: string, userId: string, at: Date) =>
      sql`insert into ${stars} (${key}, user_id, at) values (${id}, ${userId}, ${at}) on conflict do nothing`.execute(db),
    /** Returns whether there was a star to remove. */
    unstar: async (id: string, userId: string): Promise<boolean> => {
      const { numAffectedRows } = await sql`delete from ${stars} where ${key} = ${id} and user_id = ${userId}`.execute(db)
      return numAffectedRows !== undefined && numAffectedRows > 0n
    },
    isStarred: async (id: string, userId: string): Promise<boolean> => {
      const { rows } = await sql`select from ${stars} where ${key} = ${id} and user_id = ${userId}`.execute(db)
      return rows.length > 0
    },
    countStars: async (id: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${stars} where ${key} = ${id}`.execute(db)
      return rows[0]!.n
    },
  }
}
