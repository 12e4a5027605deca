import fs from 'node:fs'
import { openDatabase } from '../server/db/database.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { describeTables } from './db-types.tables.ts'

/** Writes server/db/types.ts from a freshly migrated database; with --check, only reports whether it is current. */

const file = new URL('../server/db/types.ts', import.meta.url)
const database = await openDatabase({ memory: true })
await migrateDatabase(database)
const text = await describeTables(database)
await database.close()

if (!process.argv.includes('--check')) fs.writeFileSync(file, text)
else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
  console.error('server/db/types.ts 与迁移不一致，请运行 node --import tsx scripts/db-types.ts')
  process.exitCode = 1
}
