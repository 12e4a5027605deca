import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { createDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase, type NamedMigration } from '#server/db/migrate.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { openPgliteText } from '#server/db/pglite-text.ts'
import { dependencies } from '../../package.json'

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

const fileOf = (dir: string) => join(dir, 'database.tar.gz')
const manifestOf = (dir: string) => join(dir, 'manifest.json')
/** What a template must have been made by to be used. */
const buildManifest = () =>
  JSON.stringify({
    migrations: createHash('sha256').update(JSON.stringify(listMigrations())).digest('hex'),
    pglite: dependencies['@electric-sql/pglite'],
  })

/** Packs a dumped database: mostly empty pages, of which the quickest compression leaves a tenth. */
export const packDump = async (dump: Blob): Promise<Buffer> => gzipSync(Buffer.from(await dump.arrayBuffer()), { level: 1 })

/** Writes the template for `findMigratedTemplate`; the manifest last, so that half a template is none. */
export async function writeMigratedTemplate(dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  writeFileSync(fileOf(dir), await packDump(await buildMigratedTemplate()))
  writeFileSync(manifestOf(dir), buildManifest())
}

/** The file of the template in a folder; undefined if there is none, or if other migrations or another PGlite made it. */
export const findMigratedTemplate = (dir: string): string | undefined =>
  existsSync(manifestOf(dir)) && readFileSync(manifestOf(dir), 'utf8') === buildManifest() ? fileOf(dir) : undefined
