import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Checks that the database answers and is migrated; throws otherwise. */
export async function assertDatabaseAnswers(db: Kysely<DB>): Promise<true> {
  await db.selectFrom('regions').select('id').limit(1).execute()
  return true
}
