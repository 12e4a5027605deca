import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { databaseEngines } from '#tests/support/engines.ts'

describe.each(databaseEngines)('rows claimed with SKIP LOCKED on $name', ({ available, open }) => {
  describe.skipIf(!available)('belong to one worker each', () => {
    let database: Database
    beforeAll(async () => {
      database = await open()
      await sql`create table work (id int primary key, done_by int)`.execute(database.kysely)
      await sql`insert into work select generate_series(1, 200)`.execute(database.kysely)
    })
    afterAll(() => database?.close())

    const claim = (worker: number) =>
      database.transaction(async (trx) => {
        const { rows } = await sql<{ id: number }>`
          update work set done_by = ${worker} where id in (
            select id from work where done_by is null order by id limit 7 for update skip locked) returning id`.execute(trx)
        await sql`select pg_sleep(0.001)`.execute(trx)
        return rows.map((row) => row.id)
      })

    it('hands out every row exactly once to eight workers at the same time', async () => {
      const worker = async (name: number) => {
        const claimed: number[] = []
        for (let ids = await claim(name); ids.length > 0; ids = await claim(name)) claimed.push(...ids)
        return claimed
      }
      const claimed = (await Promise.all(Array.from({ length: 8 }, (_, name) => worker(name)))).flat()
      expect(claimed.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
    })
  })
})
