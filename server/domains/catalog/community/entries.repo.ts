import { type Kysely, sql } from 'kysely'
import { type EntryKind, entry_tables } from '#server/db/community-entries.ts'
import type { DB } from '#server/db/types.ts'

const most_tags = 20

/** What community images and data sets have in common: tags, and the people who keep them. */
export function entriesRepo(db: Kysely<DB>, kind: EntryKind) {
  const [tags, stars, versions] = [
    sql.table(entry_tables[kind].tags),
    sql.table(entry_tables[kind].stars),
    sql.table(entry_tables[kind].versions),
  ]
  const key = sql.ref(entry_tables[kind].key)
  return {
    /** The tags of what is public, the most frequent first. */
    tags: async (): Promise<{ name: string; count: number }[]> => {
      const { rows } = await sql<{ name: string; count: number }>`
        select tag as name, count(*)::int as count from ${tags}
        where ${key} in (select ${key} from ${versions} where state = 'published')
        group by tag order by count(*) desc, tag limit ${most_tags}`.execute(db)
      return rows
    },
    /** Whether a version of it is public; such an entry is held until the end of the transaction. */
    holdPublic: async (id: string): Promise<boolean> => {
      const { rows } = await sql`
        select from ${versions} where ${key} = ${id} and state = 'published' limit 1 for share`.execute(db)
      return rows.length > 0
    },
    star: (id: string, user_id: string, at: Date) =>
      sql`insert into ${stars} (${key}, user_id, at) values (${id}, ${user_id}, ${at}) on conflict do nothing`.execute(db),
    /** Whether there was one to take back. */
    unstar: async (id: string, user_id: string): Promise<boolean> => {
      const { numAffectedRows } = await sql`delete from ${stars} where ${key} = ${id} and user_id = ${user_id}`.execute(db)
      return numAffectedRows !== undefined && numAffectedRows > 0n
    },
    isStarred: async (id: string, user_id: string): Promise<boolean> => {
      const { rows } = await sql`select from ${stars} where ${key} = ${id} and user_id = ${user_id}`.execute(db)
      return rows.length > 0
    },
    countStars: async (id: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${stars} where ${key} = ${id}`.execute(db)
      return rows[0]!.n
    },
  }
}
