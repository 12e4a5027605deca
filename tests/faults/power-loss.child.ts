import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { sql } from 'kysely'
import { createDatabase } from '#server/db/database.ts'
import { openDurablePglite } from '#server/db/pglite-durable.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { createTransferTables, runTransfer } from './transfers.ts'
import { VolatileDisk } from './volatile-disk.ts'

/** Writes to the database in `live` for a while, then leaves in `image` the state after a power cut, and exits. */

const [live = '', image = '', ackFile = ''] = process.argv.slice(2)

function die(error: Error): never {
  throw error
}

const disk = new VolatileDisk()
// On this thread, unlike in production: only writes of the watching thread are recorded.
const database = createDatabase('pglite', new PgliteEngine(await openDurablePglite(live, die)))
await createTransferTables(database)
const ack = fs.openSync(ackFile, 'a')
for (let left = Math.floor(400 * Math.random()); left > 0; left--) {
  await runTransfer(database, randomUUID(), ack)
  if (Math.random() < 0.02) await sql`checkpoint`.execute(database.kysely)
}
const dropped = disk.cut(live, image)
fs.writeSync(1, `${JSON.stringify({ dropped })}\n`)
process.kill(process.pid, 'SIGKILL')
