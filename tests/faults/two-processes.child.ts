import { writeSync } from 'node:fs'
import { openDatabase } from '#server/db/database.ts'

/** Opens the data directory given and keeps it open, or says why it cannot. */

const [dataDir = ''] = process.argv.slice(2)
const say = (message: { opened: boolean; reason?: string }) => writeSync(1, `${JSON.stringify(message)}\n`)

try {
  await openDatabase({ data_dir: dataDir })
  say({ opened: true })
  setInterval(() => {}, 60_000)
} catch (error) {
  say({ opened: false, reason: (error as Error).message })
}
