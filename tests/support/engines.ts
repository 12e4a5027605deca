import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { packDump } from '#server/db/template.ts'
import {
  createBlankServerDatabase,
  createMemoryDatabase,
  createServerDatabase,
  loadBlankDump,
  loadMigratedDump,
} from './database.ts'

const serverUrl = process.env.TEST_DATABASE_URL

export interface TestDatabaseEngine {
  name: string
  /** False when this run has no such engine; its tests are then skipped. */
  available: boolean
  /** A migrated, otherwise empty database, deleted on close. */
  open(): Promise<Database>
  /** A database without any migration. */
  openBlank(): Promise<Database>
}

/** The engines on which every guarantee of the database layer must hold. */
export const databaseEngines: TestDatabaseEngine[] = [
  {
    name: 'PGlite in memory',
    available: true,
    open: createMemoryDatabase,
    openBlank: async () => openDatabase({ memory: true, template: await loadBlankDump() }),
  },
  {
    name: 'PGlite on disk',
    available: true,
    open: async () => diskDatabase(await loadMigratedDump()),
    openBlank: async () => diskDatabase(await loadBlankDump()),
  },
  {
    name: 'PostgreSQL',
    available: Boolean(serverUrl),
    open: () => createServerDatabase(serverUrl ?? ''),
    openBlank: () => createBlankServerDatabase(serverUrl ?? ''),
  },
]

export const createTemporaryFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'zhisuan-db-'))

async function diskDatabase(template: Blob): Promise<Database> {
  const folder = createTemporaryFolder()
  const packed = `${folder}.tar.gz`
  fs.writeFileSync(packed, await packDump(template))
  const database = await openDatabase({ data_dir: folder, template_file: packed })
  fs.rmSync(packed, { force: true })
  return {
    ...database,
    async close() {
      await database.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
