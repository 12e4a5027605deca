import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createOnServer, memoryDatabase, migratedDump, serverDatabase } from './database.ts'

const server_url = process.env.TEST_DATABASE_URL

export interface TestEngine {
  name: string
  /** False when this run has no such engine; its tests are skipped. */
  available: boolean
  /** A migrated, otherwise empty database, gone after close. */
  open(): Promise<Database>
  /** The same without any migration. */
  openBlank(): Promise<Database>
}

/** Everything the database layer promises, it promises on each of these. */
export const engines: TestEngine[] = [
  {
    name: 'PGlite in memory',
    available: true,
    open: memoryDatabase,
    openBlank: () => openDatabase({ memory: true }),
  },
  {
    name: 'PGlite on disk',
    available: true,
    open: async () => diskDatabase(await migratedDump()),
    openBlank: () => diskDatabase(),
  },
  {
    name: 'PostgreSQL',
    available: Boolean(server_url),
    open: () => serverDatabase(server_url ?? ''),
    openBlank: () => createOnServer(server_url ?? ''),
  },
]

export const temporaryFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'zhisuan-db-'))

async function diskDatabase(template?: Blob): Promise<Database> {
  const folder = temporaryFolder()
  const database = await openDatabase({ data_dir: folder, ...(template ? { template } : {}) })
  return {
    ...database,
    async close() {
      await database.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
