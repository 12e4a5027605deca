import { once } from 'node:events'
import { rmSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { holdStill } from '#server/db/hold-still.ts'

/** A backup that says nothing for so long is taken for dead, and the platform goes on. */
const longestPauseMs = 120_000

/** The socket below the data folder, which only the platform's own user and root reach. */
export const findPauseDoor = (dataDir: string): string => join(dataDir, 'database', 'pause.sock')
/** What is said through the door: a line of DatabaseFacts when all is still, `done` by who copies, and `whole` if it was still until then. */
export const pauseWords = { done: 'done\n', whole: 'whole\n' } as const

async function pauseFor(database: Database, connection: net.Socket): Promise<void> {
  await holdStill(database, async (facts) => {
    if (connection.destroyed) return
    const ended = Promise.race([once(connection, 'data'), once(connection, 'close')])
    connection.write(`${JSON.stringify(facts)}\n`)
    await ended
    if (!connection.destroyed) connection.end(pauseWords.whole)
  })
}

/**
 * Lets `npm run backup` hold the embedded database still while it copies the data folder. Returns the function that closes the door.
 * Where the file system or the length of the path allows no socket there is no door, and a backup asks for the platform to be stopped.
 */
export async function openPauseDoor(database: Database, dataDir: string): Promise<() => void> {
  const file = findPauseDoor(dataDir)
  const open = new Set<net.Socket>()
  const server = net.createServer((connection) => {
    open.add(connection)
    connection.on('close', () => open.delete(connection)).on('error', () => {})
    connection.setTimeout(longestPauseMs, () => connection.destroy())
    pauseFor(database, connection).catch(() => connection.destroy())
  })
  rmSync(file, { force: true }) // of a killed server: the directory lock says that there is no other
  await once(server.listen(file).unref(), 'listening').catch(() => {})
  return () => {
    server.close()
    for (const connection of open) connection.destroy()
    rmSync(file, { force: true })
  }
}
