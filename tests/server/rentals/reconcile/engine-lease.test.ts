import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import type { Database } from '#server/db/database.ts'
import { createLeasedDriver } from '#server/domains/rentals/reconcile/engine-lease.service.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { EngineNote, EngineNotes } from '#server/ports/engine-notes.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

let clock: HeldClock
let dir: string
let notes: EngineNotes
let databases: Database[]
let servers: ComputeDriver[]
beforeEach(async () => {
  clock = new HeldClock()
  dir = await mkdtemp(join(tmpdir(), 'zhisuan-lease-'))
  notes = board()
  databases = []
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.close()
  for (const database of databases) await database.close()
  await rm(dir, { recursive: true, force: true })
})

/** Notes on an engine that every server sees. */
function board(): EngineNotes {
  let newest: EngineNote | undefined
  return {
    newest: async () => newest,
    leave: async (note) => {
      if (!newest || note.sequence > newest.sequence) newest = note
      return newest
    },
  }
}

async function addDatabase(): Promise<Database> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}
/** A database as it is now, restored elsewhere. */
async function copyOf(database: Database): Promise<Database> {
  const copy = await addDatabase()
  const rows = await database.kysely.selectFrom('leases').selectAll().execute()
  if (rows.length > 0) await copy.kysely.insertInto('leases').values(rows).execute()
  return copy
}
async function startOn(database: Database, seen: EngineNotes = notes): Promise<ComputeDriver> {
  const driver: ComputeDriver = Object.assign(createSimulator({ clock, dir, hosts: [] }), { notes: seen })
  const { driver: server } = createLeasedDriver({ database, clock, log: pino({ level: 'silent' }) }, driver, 'engine')
  servers.push(server)
  return server
}
const works = (server: ComputeDriver) =>
  server.list().then(
    () => true,
    (error: unknown) => {
      if (error instanceof DriverUnavailable) return false
      throw error
    },
  )
/** Time passes as a living server sees it: it renews in between. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1_000)
    while (clock.sleeping < servers.length) await setImmediate() // each looks at the notes, and then sleeps again
  }
}
/** A server that is killed renews nothing any more. */
function mortal(): EngineNotes & { die(): void } {
  let dead = false
  const alive = () => (dead ? Promise.reject(new DriverUnavailable('killed')) : Promise.resolve())
  return {
    newest: () => alive().then(() => notes.newest()),
    leave: (note) => alive().then(() => notes.leave(note)),
    die: () => {
      dead = true
    },
  }
}

describe('decision 049 The lease on the engine', () => {
  it('lets the first server work at once, and keeps it working', async () => {
    const server = await startOn(await addDatabase())
    expect(await works(server)).toBe(true)
    await pass(120)
    expect(await works(server)).toBe(true)
  })

  it('refuses a copy of the database for as long as the first lives', async () => {
    const database = await addDatabase()
    const first = await startOn(database)
    const second = await startOn(await copyOf(database))
    for (let look = 0; look < 10; look += 1) {
      expect([await works(first), await works(second)]).toEqual([true, false])
      await pass(13)
    }
    expect((await second.health()).problem).toContain('copy of this database')
  })

  it('is shared by all nodes of one database', async () => {
    const database = await addDatabase()
    const first = await startOn(database)
    const second = await startOn(database)
    await pass(20)
    for (let look = 0; look < 10; look += 1) {
      expect([await works(first), await works(second)]).toEqual([true, true])
      await pass(13)
    }
  })

  it('is taken up at once by the next server when the last one has gone by itself', async () => {
    const database = await addDatabase()
    const first = await startOn(database)
    servers = []
    await first.close()
    expect(await works(await startOn(database))).toBe(true)
  })

  it('is taken over from a killed server, or by an older backup, after half a minute of silence and no sooner', async () => {
    const database = await addDatabase()
    const first = mortal()
    await startOn(database, first)
    const backup = await copyOf(database)
    await pass(60)
    first.die()
    const restored = await startOn(backup)
    await pass(29)
    expect(await works(restored)).toBe(false)
    await pass(10)
    expect(await works(restored)).toBe(true)
  })

  it('ends for a server that cannot renew it before anybody else may begin', async () => {
    const first = mortal()
    const server = await startOn(await addDatabase(), first)
    first.die()
    await pass(21)
    expect(await works(server)).toBe(false)
  })
})
