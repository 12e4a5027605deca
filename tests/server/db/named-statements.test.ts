import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { loadBlankDump } from '#tests/support/database.ts'
import { findPostgres, startPostgres } from '../../../scripts/throwaway-postgres.ts'

const engines = [
  {
    name: 'a PostgreSQL server',
    skipped: !findPostgres(),
    open: async () => {
      const server = await startPostgres()
      return { options: { url: server.url }, stop: () => server.stop() }
    },
    countSent: () => vi.spyOn(pg.Client.prototype, 'query'),
  },
  {
    name: 'the embedded database',
    skipped: false,
    open: async () => ({ options: { memory: true as const, template: await loadBlankDump() }, stop: async () => {} }),
    countSent: () => vi.spyOn(PGlite.prototype, 'execProtocolStream'),
  },
]

describe.each(engines.filter(({ skipped }) => !skipped))('named statements on $name', ({ open: openEngine, countSent }) => {
  let engine: Awaited<ReturnType<typeof openEngine>>
  let database: Database
  beforeAll(async () => {
    engine = await openEngine()
  })
  beforeEach(async () => {
    database = await openDatabase(engine.options)
    await sql`create table notes (id int primary key, n int not null)`.execute(database.kysely)
    await sql`insert into notes values (1, 0), (2, 0)`.execute(database.kysely)
  })
  afterEach(async () => {
    await sql`drop table notes`.execute(database.kysely)
    await database.close()
  })
  afterAll(() => engine?.stop())

  const readAll = () => sql<{ id: number }>`select * from notes where id = ${1}`.execute(database.kysely)
  const listNames = async (db: Pick<Database, 'kysely'>['kysely'] = database.kysely) => {
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements where statement not like '%pg_prepared%' order by statement`.execute(db)
    return rows
  }
  const repeat = async (times: number, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < times; n += 1) await work(n)
  }

  it('names a text that comes again, once a connection, and nothing else', async () => {
    await repeat(2, readAll)
    expect(await listNames()).toEqual([])
    await repeat(6, readAll)
    await repeat(6, () => sql`vacuum notes`.execute(database.kysely))
    await repeat(6, () => sql`select 1; select 2`.execute(database.kysely))
    await repeat(6, () => database.transaction((trx) => sql`update notes set n = n + 1 where id = ${2}`.execute(trx)))
    const names = await listNames()
    expect(names.map(({ statement }) => statement)).toEqual([
      'select * from notes where id = $1',
      'update notes set n = n + 1 where id = $1',
    ])
  })

  it('holds a bounded number of names, the latest used, and none for bulk values', async () => {
    const readNth = (n: number) => sql<{ sum: number }>`select ${sql.lit(n)} + ${1}::int as sum`.execute(database.kysely)
    await repeat(900, async (n) => {
      await repeat(3, () => readNth(n))
      await readAll()
    })
    const names = await listNames()
    expect(names.length).toBeGreaterThan(100)
    expect(names.length).toBeLessThanOrEqual(200)
    expect(names.map(({ statement }) => statement)).toContain('select * from notes where id = $1')
    expect(names.map(({ statement }) => statement)).toContain('select 899 + $1::int as sum')
    const many = Array.from({ length: 150 }, (_, n) => n)
    await repeat(6, () => sql`select 1 where 1 in (${sql.join(many)})`.execute(database.kysely))
    expect(await listNames()).toHaveLength(names.length)
    expect((await readNth(0)).rows).toEqual([{ sum: 1 }])
  })

  it('a text made room for in a failed transaction leaves the connection as it should be', async () => {
    const failed = database.transaction(async (trx) => {
      await sql`select 1 / 0`.execute(trx).catch(() => {})
      await repeat(900, (n) => sql`select ${sql.lit(n % 300)} + ${1}::int`.execute(trx).catch(() => {}))
    })
    await expect(failed).rejects.toThrow()
    await repeat(900, async (n) => {
      const { rows } = await sql<{ sum: number }>`select ${sql.lit(n % 300)} + ${1}::int as sum`.execute(database.kysely)
      expect(rows).toEqual([{ sum: (n % 300) + 1 }])
    })
  })

  it('a migration under a named statement is no error to anybody', async () => {
    const inTransaction = (texts: readonly string[]) =>
      database.transaction(async (trx) => {
        const found: unknown[] = []
        for (const text of texts)
          found.push((await sql`select *, ${sql.lit(text)} as t from notes where id = ${1}`.execute(trx)).rows)
        return found
      })
    const texts = Array.from({ length: 12 }, (_, n) => `t${n}`)
    await repeat(4, readAll)
    // several connections, each with its names
    await repeat(4, () => Promise.all(Array.from({ length: 4 }, () => inTransaction(texts))))
    await sql`alter table notes add column more text default 'x'`.execute(database.kysely)
    expect((await readAll()).rows).toEqual([{ id: 1, n: 0, more: 'x' }])
    await sql`alter table notes add column even_more int default 7`.execute(database.kysely)
    const found = await Promise.all(Array.from({ length: 4 }, () => inTransaction(texts)))
    expect(found.flat(2)).toHaveLength(48)
    for (const row of found.flat(2)) expect(row).toMatchObject({ id: 1, n: 0, more: 'x', even_more: 7 })
    await repeat(4, readAll)
    expect((await listNames()).some(({ statement }) => statement === 'select * from notes where id = $1')).toBe(true)
  })

  it('a text whose index only its values can tell goes on without a name, in a transaction as well', async () => {
    await sql`create table tasks (id int, state text)`.execute(database.kysely)
    await sql`create unique index tasks_open on tasks (id) where state = 'open'`.execute(database.kysely)
    const open = (db = database.kysely) =>
      sql`insert into tasks values (${1}, ${'open'}) on conflict (id) where state = ${'open'} do nothing`.execute(db)
    await repeat(12, () => open())
    await repeat(12, () => database.transaction((trx) => open(trx)))
    await sql`drop table tasks`.execute(database.kysely)
  })

  it('a statement that failed for itself is not sent again', async () => {
    const divide = () => sql`select ${1}::int / n from notes where id = 1`.execute(database.kysely)
    const asked = countSent()
    await repeat(5, () => divide().catch((error: unknown) => expect(error).toMatchObject({ code: '22012' })))
    expect(asked).toHaveBeenCalledTimes(5)
    asked.mockRestore()
  })

  it('behind a pooler that changes the session, statements lose their names, not their answers', async () => {
    await repeat(4, readAll)
    await sql`deallocate all`.execute(database.kysely)
    expect((await readAll()).rows).toEqual([{ id: 1, n: 0 }])
    await repeat(4, readAll)
    expect(await listNames()).toEqual([])
  })

  it('and a transaction there begins anew', async () => {
    let runs = 0
    const add = () =>
      database.transaction(async (trx) => {
        runs += 1
        await sql`update notes set n = n + ${1} where id = 1`.execute(trx)
      })
    await repeat(4, add)
    await sql`deallocate all`.execute(database.kysely)
    await add()
    expect(runs).toBe(6)
    expect((await readAll()).rows).toEqual([{ id: 1, n: 5 }])
  })
})
