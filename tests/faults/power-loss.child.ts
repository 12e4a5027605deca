import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { sql } from 'kysely'
import { engineDatabase } from '#server/db/database.ts'
import { openDurable } from '#server/db/pglite-durable.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { prepareBook, transfer } from './transfers.ts'
import { VolatileDisk } from './volatile-disk.ts'

/** Writes to the database in `live` for a while, then leaves in `image` what a power cut would have left, and dies. */

const [live = '', image = '', ack_file = ''] = process.argv.slice(2)

function die(error: Error): never {
  throw error
}

const disk = new VolatileDisk()
// On this thread, unlike in production: the watched writes are those of the thread that makes them.
const database = engineDatabase('pglite', new PgliteEngine(await openDurable(live, die)))
await prepareBook(database)
const ack = fs.openSync(ack_file, 'a')
for (let left = Math.floor(400 * Math.random()); left > 0; left--) {
  await transfer(database, randomUUID(), ack)
  if (Math.random() < 0.02) await sql`checkpoint`.execute(database.kysely)
}
const dropped = disk.cut(live, image)
fs.writeSync(1, `${JSON.stringify({ dropped })}\n`)
process.kill(process.pid, 'SIGKILL')
