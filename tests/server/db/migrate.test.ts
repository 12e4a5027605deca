import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { createBlankServerDatabase } from '#tests/support/database.ts'
import { databaseEngines } from '#tests/support/engines.ts'

const first = {
  name: '0001_first',
  sql: 'create table first (id int); insert into first values (1); insert into first values (2)',
}
const second = { name: '0002_second', sql: 'alter table first add column name text' }
const broken = { name: '0003_broken', sql: 'create table third (id int); selec 1' }

describe.each(databaseEngines)('migrations on $name', ({ available, openBlank }) => {
  describe.skipIf(!available)('go forward once', () => {
    let database: Database
    beforeAll(async () => {
      database = await openBlank()
    })
    afterAll(() => database?.close())

    const count = async (table: string) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.kysely)
      return rows[0]?.n
    }

    it('applies what is pending, in order, each with all its statements', async () => {
      expect(await migrateDatabase(database, [first])).toEqual(['0001_first'])
      expect(await migrateDatabase(database, [first, second])).toEqual(['0002_second'])
      expect(await migrateDatabase(database, [first, second])).toEqual([])
      expect(await count('first')).toBe(2)
    })

    it('names the step that failed and keeps nothing of it', async () => {
      await expect(migrateDatabase(database, [first, second, broken])).rejects.toThrow(/^数据库迁移 0003_broken 失败：.*selec/)
      await expect(count('third')).rejects.toThrow('third')
      expect(await migrateDatabase(database, [first, second])).toEqual([])
    })

    it('refuses to serve a database that is newer than the program', async () => {
      await expect(migrateDatabase(database, [first])).rejects.toThrow('数据库已升级到 0002_second，比当前程序新')
    })

    it('leaves no setting behind on the session', async () => {
      const { rows } = await sql<{ own: boolean }>`
        select setting = reset_val as own from pg_settings where name in ('lock_timeout', 'statement_timeout')`.execute(
        database.kysely,
      )
      expect(rows).toEqual([{ own: true }, { own: true }])
    })
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('migrations of several processes at once', () => {
  it('are applied by one of them while the others wait', async () => {
    const blank = await createBlankServerDatabase(process.env.TEST_DATABASE_URL ?? '')
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: blank.url, allow_unsafe: true })))
    const applied = await Promise.all(nodes.map((node) => migrateDatabase(node)))
    expect(applied.flat().sort()).toEqual(listMigrations().map((step) => step.name))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    await Promise.all(nodes.map((node) => node.close()))
    await blank.close()
  })
})
