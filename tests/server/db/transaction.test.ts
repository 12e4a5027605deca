import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { findSqlState } from '#server/db/errors.ts'
import { writeAtEnd } from '#server/db/transaction.ts'
import { databaseEngines } from '#tests/support/engines.ts'

const raise = (code: string) => sql`do $$ begin raise exception 'raised' using errcode = ${sql.lit(code)}; end $$`

describe.each(databaseEngines)('a transaction on $name', ({ available, open }) => {
  describe.skipIf(!available)('is all or nothing', () => {
    let database: Database
    beforeAll(async () => {
      database = await open()
      await sql`create table notes (id int primary key deferrable initially deferred)`.execute(database.kysely)
    })
    beforeEach(() => sql`delete from notes`.execute(database.kysely))
    afterAll(() => database?.close())

    const notes = async () => {
      const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(database.kysely)
      return rows.map((row) => row.id)
    }

    it('commits and answers what the work answered', async () => {
      const answer = await database.transaction(async (trx) => {
        await sql`insert into notes values (${1})`.execute(trx)
        return 'done'
      })
      expect([answer, await notes()]).toEqual(['done', [1]])
    })

    it('rolls back when the work throws, and throws that error', async () => {
      const work = database.transaction(async (trx) => {
        await sql`insert into notes values (${1})`.execute(trx)
        throw new Error('changed my mind')
      })
      await expect(work).rejects.toThrow('changed my mind')
      expect(await notes()).toEqual([])
    })

    it('rolls back when a constraint refuses at commit', async () => {
      const hook = vi.fn()
      const work = database.transaction(async (trx, afterCommit) => {
        afterCommit(hook)
        await sql`insert into notes values (${1}), (${1})`.execute(trx)
      })
      expect(findSqlState(await work.catch((error: unknown) => error))).toBe('23505')
      expect([await notes(), hook.mock.calls.length]).toEqual([[], 0])
    })

    it('throws when the error of a statement was ignored: nothing was committed', async () => {
      const hook = vi.fn()
      const work = database.transaction(async (trx, afterCommit) => {
        afterCommit(hook)
        await sql`insert into notes values (${1})`.execute(trx)
        await sql`selec 1`.execute(trx).catch(() => {})
      })
      await expect(work).rejects.toThrow('transaction was not committed')
      expect([await notes(), hook.mock.calls.length]).toEqual([[], 0])
    })

    it.each(['40001', '40P01'])('runs the work again after %s, and only the last run counts', async (code) => {
      const hook = vi.fn()
      let runs = 0
      await database.transaction(async (trx, afterCommit) => {
        runs += 1
        afterCommit(() => hook(runs))
        await sql`insert into notes values (${runs})`.execute(trx)
        if (runs < 3) await raise(code).execute(trx)
      })
      expect([runs, await notes(), hook.mock.calls]).toEqual([3, [3], [[3]]])
    })

    it('gives up after six runs', async () => {
      const work = vi.fn(async (trx) => void (await raise('40001').execute(trx)))
      expect(findSqlState(await database.transaction(work).catch((error: unknown) => error))).toBe('40001')
      expect(work).toHaveBeenCalledTimes(6)
    })

    it('does not run again after any other error', async () => {
      const work = vi.fn(async (trx) => void (await raise('ZS001').execute(trx)))
      await expect(database.transaction(work)).rejects.toThrow('raised')
      expect(work).toHaveBeenCalledTimes(1)
    })

    it('runs hooks in order, after the commit is visible, free to use the database', async () => {
      const seen: unknown[] = []
      await database.transaction(async (trx, afterCommit) => {
        await sql`insert into notes values (${1})`.execute(trx)
        afterCommit(async () => void seen.push(await notes()))
        afterCommit(() => void seen.push('second'))
      })
      expect(seen).toEqual([[1], 'second'])
    })

    it('runs what is put off to its end in one statement, after the work and before the hooks, or not at all', async () => {
      await sql`create table papers (id int primary key)`.execute(database.kysely)
      const seen: unknown[] = []
      const putOff = (fails: boolean) =>
        database.transaction(async (trx, afterCommit) => {
          writeAtEnd(trx, 'noted', () => sql`insert into notes values (7)`)
          writeAtEnd(trx, 'noted', () => sql`insert into notes values (${8})`)
          writeAtEnd(trx, 'filed', () => sql`insert into papers values (${9})`)
          afterCommit(async () => void seen.push(await notes()))
          seen.push((await sql`select from notes`.execute(trx)).rows.length)
          if (fails) throw new Error('changed my mind')
        })
      await expect(putOff(true)).rejects.toThrow('changed my mind')
      expect(await notes()).toEqual([])
      await putOff(false)
      expect(seen).toEqual([0, 0, [8]])
      expect((await sql`select id from papers`.execute(database.kysely)).rows).toEqual([{ id: 9 }])
    })

    it('runs a named hook once, however often it is asked for', async () => {
      const hook = vi.fn()
      await database.transaction(async (_, afterCommit) => {
        afterCommit(hook, 'wake')
        afterCommit(hook, 'wake')
      })
      expect(hook).toHaveBeenCalledTimes(1)
    })

    it('stays committed when a hook fails, and runs the others', async () => {
      const told = vi.spyOn(console, 'error').mockImplementation(() => {})
      const second = vi.fn()
      await database.transaction(async (trx, afterCommit) => {
        await sql`insert into notes values (${1})`.execute(trx)
        afterCommit(() => Promise.reject(new Error('hook broke')))
        afterCommit(second)
      })
      expect([await notes(), second.mock.calls.length, told.mock.calls.length]).toEqual([[1], 1, 1])
      told.mockRestore()
    })

    it.each<[string, () => Promise<unknown>]>([
      ['database.kysely', () => sql`select 1`.execute(database.kysely)],
      ['database.transaction', () => database.transaction(async () => {})],
      ['database.notify', () => database.notify('nested', '')],
      ['database.listen', () => database.listen('nested', () => {})],
    ])('refuses %s inside, where it would wait for ever, and rolls back', async (_, nested) => {
      const work = database.transaction(async (trx) => {
        await sql`insert into notes values (${1})`.execute(trx)
        await nested()
      })
      await expect(work).rejects.toThrow('inside transaction() use its trx')
      expect(await notes()).toEqual([])
    })

    it('refuses the same from within a transaction of another database, which itself may be used', async () => {
      const other = await open()
      const work = database.transaction(async () => {
        await sql`select 1`.execute(other.kysely)
        await other.transaction(() => sql`select 1`.execute(database.kysely))
      })
      await expect(work).rejects.toThrow('inside transaction() use its trx')
      await other.close()
    })

    it('lets work that it started and did not wait for use the database afterwards', async () => {
      let later = Promise.resolve<number[]>([])
      await database.transaction(async (trx) => {
        await sql`insert into notes values (${1})`.execute(trx)
        later = new Promise((resolve) => setTimeout(resolve, 50)).then(notes)
      })
      expect(await later).toEqual([1])
    })

    it('is not disturbed by a hundred single statements and transactions at the same time', async () => {
      const one = (id: number) =>
        id % 2 === 0
          ? sql`insert into notes values (${id})`.execute(database.kysely)
          : database.transaction(async (trx) => {
              await sql`insert into notes values (${id})`.execute(trx)
              await sql`select 1`.execute(trx)
              if (id % 3 === 0) throw new Error('rolled back')
            })
      const ids = Array.from({ length: 100 }, (_, id) => id)
      await Promise.allSettled(ids.map(one))
      expect(await notes()).toEqual(ids.filter((id) => id % 2 === 0 || id % 3 !== 0))
    })
  })
})
