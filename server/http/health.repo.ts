import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Whether the database answers and is a migrated one; throws when it is not. */
export async function assertDatabaseAnswers(db: Kysely<DB>): Promise<true> {
  await db.selectFrom('regions').select('id').limit(1).execute()
  return true
}
