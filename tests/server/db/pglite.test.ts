import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { findSqlState } from '#server/db/errors.ts'
import { createMemoryDatabase } from '#tests/support/database.ts'

describe('the one session of PGlite', () => {
  let database: Database
  beforeEach(async () => {
    database = await createMemoryDatabase()
    await sql`create table turns (name text)`.execute(database.kysely)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await database.close()
  })

  const add = (name: string, on = database.kysely) => sql`insert into turns values (${name})`.execute(on)

  it('serves in the order of asking: a statement issued during a transaction comes after it', async () => {
    const order: string[] = []
    const slow = database.transaction(async (trx) => {
      await add('inside', trx)
      await new Promise((resolve) => setTimeout(resolve, 30))
      order.push('transaction')
    })
    const during = add('outside').then(() => order.push('statement'))
    const after = database.transaction(async () => void order.push('second transaction'))
    await Promise.all([slow, during, after])
    expect(order).toEqual(['transaction', 'statement', 'second transaction'])
  })

  it('is taken from a transaction in which nothing happens for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const work = database.transaction(async (trx) => {
      await add('forgotten', trx)
      await vi.advanceTimersByTimeAsync(10_000)
      await add('too late', trx)
    })
    const outcome = work.catch((error: unknown) => error)
    await add('next')
    expect(findSqlState(await outcome)).toBe('25P03')
    const { rows } = await sql<{ name: string }>`select name from turns`.execute(database.kysely)
    expect(rows).toEqual([{ name: 'next' }])
  })

  it('is not taken from a transaction that goes on working', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await database.transaction(async (trx) => {
      for (let i = 0; i < 5; i++) {
        await add('working', trx)
        await vi.advanceTimersByTimeAsync(9_000)
      }
    })
    const { rows } = await sql`select name from turns`.execute(database.kysely)
    expect(rows).toHaveLength(5)
  })

  it('finishes what was asked before close, and refuses the rest without hanging', async () => {
    const closing = await createMemoryDatabase()
    const before = sql`select 1 as one`.execute(closing.kysely)
    await closing.close()
    expect((await before).rows).toEqual([{ one: 1 }])
    await expect(sql`select 1`.execute(closing.kysely)).rejects.toThrow('destroyed')
    const unused = await createMemoryDatabase()
    await unused.close()
    await unused.close()
    await expect(sql`select 1`.execute(unused.kysely)).rejects.toThrow('数据库已关闭')
  })
})
