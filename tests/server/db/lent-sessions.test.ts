import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { borrowDatabase, type Database } from '#server/db/database.ts'
import { findSqlState } from '#server/db/errors.ts'
import { createMemoryDatabase } from '#tests/support/database.ts'

describe('the embedded database lent to another thread', () => {
  let database: Database
  let borrowed: Database
  let ports: MessageChannel
  beforeEach(async () => {
    database = await createMemoryDatabase()
    ports = new MessageChannel()
    database.lend(ports.port1)
    borrowed = borrowDatabase(ports.port2)
    await sql`create table turns (name text)`.execute(database.kysely)
  })
  afterEach(async () => {
    await borrowed.close()
    await database.close()
  })

  const add = (name: string, on = borrowed.kysely) => sql`insert into turns values (${name})`.execute(on)
  const names = async (on: Database) =>
    (await sql<{ name: string }>`select name from turns`.execute(on.kysely)).rows.map(({ name }) => name)

  it('answers the same values as there', async () => {
    const statement = sql<Record<string, unknown>>`select ${Buffer.from('键')}::bytea as bytes, 9007199254740993::int8 as big,
      '2026-01-02T03:04:05Z'::timestamptz as at, '{"a":[1]}'::jsonb as data, null as nothing, ${['甲', '乙']}::text[] as list`
    const { rows } = await statement.execute(borrowed.kysely)
    expect(rows).toEqual((await statement.execute(database.kysely)).rows)
    expect(Buffer.isBuffer(rows[0]!.bytes)).toBe(true)
  })

  it('stands in one line with the owner: a statement asked for during its transaction comes after it', async () => {
    const found = await database.transaction(async (trx) => {
      const asked = names(borrowed)
      await add('before', trx)
      await new Promise((resolve) => setTimeout(resolve, 30))
      await add('after', trx)
      return { asked }
    })
    expect(await found.asked).toEqual(['before', 'after'])
  })

  it('tells an error of the database with its state, and goes on', async () => {
    expect(findSqlState(await sql`select 1/0`.execute(borrowed.kysely).catch((error: unknown) => error))).toBe('22012')
    await add('next')
    expect(await names(database)).toEqual(['next'])
  })

  it('rolls back what a thread that died had begun, and others go on', async () => {
    const reached = new EventTarget()
    const begun = once(reached, 'begun')
    const work = borrowed.transaction(async (trx) => {
      await add('half', trx)
      reached.dispatchEvent(new Event('begun'))
      return new Promise(() => undefined)
    })
    work.catch(() => undefined)
    await begun
    ports.port2.close()
    await add('whole', database.kysely)
    expect(await names(database)).toEqual(['whole'])
  })
})
