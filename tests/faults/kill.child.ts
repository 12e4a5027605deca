import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { createTransferTables, runTransfer, type TransferVerdict, verifyTransfers } from './transfers.ts'

/** Verifies what the previous life left, then transfers and reorganises under full load until it is killed. */

export type KillMessage = { verdict: TransferVerdict } | { writing: true }

const [dataDir = '', ackFile = ''] = process.argv.slice(2)
const say = (message: KillMessage) => fs.writeSync(1, `${JSON.stringify(message)}\n`)
const writers = 8
const chores = [
  'checkpoint',
  'checkpoint',
  'vacuum book',
  'vacuum full book',
  'create index if not exists by_pad on transfers (md5(pad))',
  'drop index if exists by_pad',
]

const database = await openDatabase({ data_dir: dataDir })
await createTransferTables(database)
say({ verdict: await verifyTransfers(database, ackFile) })

const ack = fs.openSync(ackFile, 'a')
let writing = false
const write = async () => {
  for (;;) {
    await runTransfer(database, randomUUID(), ack)
    if (!writing) say({ writing: true })
    writing = true
  }
}
const reorganise = async () => {
  for (;;) {
    await sleep(150 + 300 * Math.random())
    await sql.raw(chores[Math.floor(Math.random() * chores.length)] ?? '').execute(database.kysely)
  }
}
await Promise.all([...Array.from({ length: writers }, write), reorganise()])
