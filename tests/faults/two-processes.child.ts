import { writeSync } from 'node:fs'
import { openDatabase } from '#server/db/database.ts'

/** Opens the given data directory and keeps it open, or reports why it cannot. */

const [dataDir = ''] = process.argv.slice(2)
const say = (message: { opened: boolean; reason?: string }) => writeSync(1, `${JSON.stringify(message)}\n`)

try {
  await openDatabase({ data_dir: dataDir })
  say({ opened: true })
  setInterval(() => {}, 60_000)
} catch (error) {
  say({ opened: false, reason: (error as Error).message })
}
