import { PGlite } from '@electric-sql/pglite'
import { engineDatabase } from './database.ts'
import { knownMigrations, migrate, type NamedMigration } from './migrate.ts'
import { PgliteEngine } from './pglite-engine.ts'
import { openPgliteText } from './pglite-text.ts'

/** A migrated, otherwise empty embedded database as an uncompressed tar: `openDatabase({ template })` starts from it. */
export async function migratedTemplate(known: readonly NamedMigration[] = knownMigrations()): Promise<Blob> {
  const pglite = new PGlite()
  const database = engineDatabase('pglite', new PgliteEngine(await openPgliteText(pglite)))
  try {
    await migrate(database, known)
    return await pglite.dumpDataDir('none')
  } finally {
    await database.close()
  }
}
