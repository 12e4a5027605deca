import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What a copy of a database is known by. */
export interface DatabaseFacts {
  /** The newest migration that was applied, such as `0001_accounts`. */
  schema: string
  installation_id: string
}

/**
 * Runs `work` while nothing else runs on an embedded database and all of it is in its files, so that a copy of them is whole.
 * Everybody else waits in line meanwhile.
 */
export async function holdStill<T>(database: Database, work: (facts: DatabaseFacts) => Promise<T> | T): Promise<T> {
  if (database.kind !== 'pglite') throw new Error('only the embedded database can be held still')
  return await database.kysely.connection().execute(async (session) => {
    const { rows } = await sql<DatabaseFacts>`select
      coalesce((select max(name) from kysely_migration), '') as schema,
      coalesce((select id from installation), '') as installation_id`.execute(session)
    await sql`checkpoint`.execute(session)
    return await work(rows[0] ?? { schema: '', installation_id: '' })
  })
}
