import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { DatabaseUnavailable, findSqlState, isLockTimeout } from '#server/db/errors.ts'
import { waitUntil } from '#tests/support/until.ts'
import { findPostgres, startPostgres, type ThrowawayPostgres } from '../../../scripts/throwaway-postgres.ts'

describe.skipIf(!findPostgres())('on a PostgreSQL server', () => {
  let server: ThrowawayPostgres
  let database: Database
  beforeAll(async () => {
    server = await startPostgres()
    database = await openDatabase({ url: server.url })
    await sql`create table rows_ (id int primary key, n int not null)`.execute(database.kysely)
    await sql`insert into rows_ values (1, 0), (2, 0)`.execute(database.kysely)
  })
  afterAll(async () => {
    await database?.close()
    await server?.stop()
  })

  const read = async () => {
    const { rows } = await sql<{ n: number }>`select n from rows_ order by id`.execute(database.kysely)
    return rows.map((row) => row.n)
  }

  it('asks the connection that listens for one thing at a time, however many begin to listen', async () => {
    const { query } = pg.Client.prototype
    const underWay = new Map<pg.Client, number>()
    let most = 0
    const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, text: string) {
      const busy = (underWay.get(this) ?? 0) + 1
      underWay.set(this, busy)
      most = Math.max(most, busy)
      return (query as (text: string) => Promise<unknown>)
        .call(this, text)
        .finally(() => underWay.set(this, underWay.get(this)! - 1))
    } as never)
    const channels = ['one', 'two', 'three', 'four']
    const stops = await Promise.all(channels.map((channel) => database.listen(channel, () => {})))
    await Promise.all(stops.map((stop) => stop()))
    asked.mockRestore()
    expect(most).toBe(1)
  })

  it('a deadlock is resolved by running the victim again', async () => {
    let firstRuns = 0
    const addBoth = (ids: [number, number]) =>
      database.transaction(async (trx) => {
        firstRuns += 1
        for (const id of ids) {
          await sql`update rows_ set n = n + 1 where id = ${id}`.execute(trx)
          await sql`select pg_sleep(0.1)`.execute(trx)
        }
      })
    await Promise.all([addBoth([1, 2]), addBoth([2, 1])])
    expect(await read()).toEqual([2, 2])
    expect(firstRuns).toBe(3)
  })

  it('who waits too long for a connection hears that none is to be had, and nothing was done', async () => {
    const patient = await openDatabase({ url: server.url, patience: 0.05 })
    const over = new AbortController()
    /** Holds a connection until it is over, however often it takes: opening one may take longer than this patience lasts. */
    const hold = async () => {
      while (!over.signal.aborted)
        await patient
          .transaction(async (trx) => {
            while (!over.signal.aborted) await sql`select pg_sleep(0.05)`.execute(trx)
          })
          .catch(() => undefined)
    }
    const full = Array.from({ length: 10 }, hold)
    await waitUntil(() => expect(patient.countSessions()).toMatchObject({ open: 10, idle: 0, waiting: 0, max: 10 }))
    let began = false
    const late = patient.transaction(async () => {
      began = true
    })
    const statement = sql`select 1`.execute(patient.kysely)
    for (const refused of await Promise.allSettled([late, statement]))
      expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) })
    expect(began).toBe(false)
    over.abort()
    await Promise.all(full)
    await sql`select 1`.execute(patient.kysely)
    await patient.close()
  })

  it('who waits too long for a row that somebody holds tries once more, then hears so, and nothing was done', async () => {
    const before = await read()
    const hasty = await openDatabase({ url: server.url, patience: 0.02 })
    let runs = 0
    const add = () =>
      hasty.transaction(async (trx) => {
        runs += 1
        await sql`update rows_ set n = n + 1 where id = 2`.execute(trx)
        await sql`update rows_ set n = n + 1 where id = 1`.execute(trx)
      })
    await database.transaction(async (trx) => {
      await sql`select from rows_ where id = 1 for no key update`.execute(trx)
      const late = await add().catch((error: unknown) => error)
      expect(late).toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '55P03' } })
      expect([isLockTimeout(late), runs]).toEqual([true, 2])
      const single = await sql`update rows_ set n = 100 where id = 1`.execute(hasty.kysely).catch((error: unknown) => error)
      expect(isLockTimeout(single)).toBe(true)
    })
    expect(await read()).toEqual(before)
    await add()
    await hasty.close()
    expect(await read()).toEqual(before.map((n) => n + 1))
  })

  const cut = { severed: (socket: net.Socket) => socket.destroy(), reset: (socket: net.Socket) => socket.resetAndDestroy() }

  it('who waits too long for a statement hears that the database does not answer', async () => {
    const hasty = await openDatabase({ url: server.url, patience: 0.02 })
    const slow = [sql`select pg_sleep(3)`.execute(hasty.kysely), hasty.transaction((trx) => sql`select pg_sleep(3)`.execute(trx))]
    for (const late of await Promise.allSettled(slow))
      expect(late).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) })
    const [late] = await Promise.allSettled(slow)
    expect(late).toMatchObject({ reason: { cause: { code: '57014' } } })
    await sql`select 1`.execute(hasty.kysely)
    await hasty.close()
  })

  it.each(['severed', 'reset'] as const)('who loses a %s connection hears that the database does not answer', async (how) => {
    const way = await wayTo(server.url)
    const far = await openDatabase({ url: way.url })
    const slow = sql`select pg_sleep(3)`.execute(far.kysely).catch((error: unknown) => error)
    await waitUntil(() => expect(way.open.size).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const socket of way.open) cut[how](socket)
    expect(await slow).toBeInstanceOf(DatabaseUnavailable)
    await sql`select 1`.execute(far.kysely)
    await far.close()
    way.close()
  })

  it('a commit that nobody answers is no success, and what hangs on it does not happen', async () => {
    await sql`create function ends() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(database.kysely)
    await sql`create constraint trigger ends_at_commit after update on rows_ deferrable initially deferred
      for each row execute function ends()`.execute(database.kysely)
    const hook = vi.fn()
    const work = database.transaction(async (trx, afterCommit) => {
      afterCommit(hook)
      await sql`update rows_ set n = 100`.execute(trx)
    })
    await expect(work).rejects.toThrow(DatabaseUnavailable)
    await sql`drop trigger ends_at_commit on rows_`.execute(database.kysely)
    expect(hook).not.toHaveBeenCalled()
  })

  it('a connection that broke between two statements says from what', async () => {
    const work = database.transaction(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      process.kill(rows[0]?.pid ?? 0, 'SIGTERM')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await sql`select 1`.execute(trx)
    })
    expect(await work.catch((error: unknown) => error)).toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '57P01' } })
  })

  it('what the statement itself is to blame for stays what it is', async () => {
    const wrong = await sql`select 1 / 0`.execute(database.kysely).catch((error: unknown) => error)
    expect(findSqlState(wrong)).toBe('22012')
  })

  it('a transaction whose connection breaks is an error, is not committed and harms nobody else', async () => {
    const before = await read()
    const work = database.transaction(async (trx) => {
      await sql`update rows_ set n = 100`.execute(trx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await new Promise((resolve) => setTimeout(resolve, 10))
      process.kill(rows[0]?.pid ?? 0, 'SIGTERM')
      await sql`select pg_sleep(5)`.execute(trx)
    })
    await expect(work).rejects.toThrow(DatabaseUnavailable)
    expect(await read()).toEqual(before)
  })

  it('listening survives a crash of the server and says that something may have been missed', async () => {
    const heard: string[] = []
    await database.listen('crashing', (payload) => heard.push(payload))
    await database.notify('crashing', 'before')
    await waitUntil(() => expect(heard).toEqual(['before']))
    await server.crash()
    await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow()
    await server.start()
    await waitUntil(() => expect(heard).toEqual(['before', '']))
    await database.notify('crashing', 'after')
    await waitUntil(() => expect(heard).toEqual(['before', '', 'after']))
  })

  it('closing ends every connection', async () => {
    const closing = await openDatabase({ url: server.url })
    await closing.listen('closing', () => {})
    await closing.close()
    await waitUntil(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where query ilike 'listen closing'`.execute(database.kysely)
      expect(rows[0]?.n).toBe(0)
    })
    await expect(sql`select 1`.execute(closing.kysely)).rejects.toThrow()
  })
})

/** A way to the server whose connections can be cut. */
async function wayTo(url: string): Promise<{ url: string; open: Set<net.Socket>; close(): void }> {
  const open = new Set<net.Socket>()
  const { hostname, port } = new URL(url)
  const listener = net.createServer((socket) => {
    const beyond = net.connect(Number(port), hostname)
    open.add(socket)
    socket.once('close', () => beyond.destroy())
    for (const end of [socket, beyond]) end.on('error', () => undefined)
    socket.pipe(beyond).pipe(socket)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const near = new URL(url)
  near.port = String((listener.address() as net.AddressInfo).port)
  return { url: near.href, open, close: () => void listener.close() }
}
