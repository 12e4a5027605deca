import { writeSync } from 'node:fs'
import { lockDirectory } from '#server/db/directory-lock.ts'

/** Locks the directory given, says whether it could, and holds it until it is killed. */

const [directory = ''] = process.argv.slice(2)
const say = (message: { locked: boolean; reason?: string }) => writeSync(1, `${JSON.stringify(message)}\n`)

try {
  await lockDirectory(directory)
  say({ locked: true })
  setInterval(() => {}, 60_000)
} catch (error) {
  say({ locked: false, reason: (error as Error).message })
}
