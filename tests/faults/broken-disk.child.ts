import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'

/** Writes rows in sequence and reports each acknowledged one, until the database refuses. */

export type BrokenDiskMessage = { acked: number } | { refused: string } | { failed: string } | { refused_again: string }

const [dataDir = ''] = process.argv.slice(2)
const say = (message: BrokenDiskMessage) => writeSync(1, `${JSON.stringify(message)}\n`)

const database = await openDatabase({ data_dir: dataDir, onFailure: (error) => say({ failed: error.message }) })
await sql`create table acked (n int primary key)`.execute(database.kysely)
try {
  for (let n = 0; ; n++) {
    await database.transaction(async (trx) => void (await sql`insert into acked values (${n})`.execute(trx)))
    say({ acked: n })
  }
} catch (error) {
  say({ refused: (error as Error).message })
}
await sql`select 1`.execute(database.kysely).catch((error: Error) => say({ refused_again: error.message }))
await database.close()
