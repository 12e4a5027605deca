import { PGlite } from '@electric-sql/pglite'
import { createDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase, type NamedMigration } from '#server/db/migrate.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { openPgliteText } from '#server/db/pglite-text.ts'

/** Builds a migrated, otherwise empty embedded database as an uncompressed tar, for `openDatabase({ template })`. */
export async function buildMigratedTemplate(known: readonly NamedMigration[] = listMigrations()): Promise<Blob> {
  const pglite = new PGlite()
  const database = createDatabase('pglite', new PgliteEngine(await openPgliteText(pglite)))
  try {
    await migrateDatabase(database, known)
    return await pglite.dumpDataDir('none')
  } finally {
    await database.close()
  }
}
