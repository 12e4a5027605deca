import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { fillFromRows, openRows } from '#server/db/move-rows.ts'
import { openRowFiles, writeRowFiles } from '#server/db/row-files.ts'
import { createMemoryDatabase, createServerDatabase } from '#tests/support/database.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'

const url = process.env.TEST_DATABASE_URL ?? ''
const countIn = async ({ kysely }: Database, table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.id(table)}`.execute(kysely)).rows[0]!.n

const tables = `
  create table moved_parents (id bigint generated always as identity primary key, note text, seen timestamptz, bytes bytea,
    said jsonb, plain json, price numeric, many text[], twice bigint generated always as (id * 2) stored);
  create table moved_children (id int primary key, parent_id bigint references moved_parents deferrable initially deferred)`

describe('decision 104 From the embedded database to PostgreSQL', () => {
  let from: Database
  let to: Database
  beforeEach(async () => {
    from = await createMemoryDatabase()
    to = url ? await createServerDatabase(url) : await createMemoryDatabase()
    for (const { kysely } of [from, to]) await sql.raw(tables).execute(kysely)
    await sql`insert into moved_parents (note, seen, bytes, said, plain, price, many)
      select case n when 1 then null else '第' || n || ' "row"\\ ' || chr(8232) || chr(8233) || chr(13) || chr(10) || '😀' end, timestamptz '2026-01-01 00:00:00.123456+08' + n * interval '1 second',
        decode(md5(n::text), 'hex'), jsonb_build_object('n', 12345678901234567890::numeric), '{"b": 1,  "a": 2}', 0.1 * n, array['a,b', null]
      from generate_series(1, 1200) n`.execute(from.kysely)
    await sql`insert into moved_children values (1, 1200)`.execute(from.kysely)
  })
  afterEach(async () => {
    await from.close()
    await to.close()
  })
  const move = () =>
    from.transaction(async (source) => {
      const rows = await openRows(source)
      return to.transaction((target) => fillFromRows(rows, target))
    })
  const listRows = async ({ kysely }: Database) =>
    (await sql<{ row: string }>`select t::text as row from moved_parents t order by id`.execute(kysely)).rows
  const insertNext = async ({ kysely }: Database) => {
    const { rows } = await sql<{ id: number }>`insert into moved_parents (note) values ('next') returning id`.execute(kysely)
    return Number(rows[0]!.id)
  }

  it('every value arrives as it was, and sequences go on after it', async () => {
    await move()
    expect(await listRows(to)).toEqual(await listRows(from))
    expect(await countIn(to, 'moved_children')).toBe(1)
    expect(await insertNext(to)).toBe(1201)
    // Keys hold again.
    await expect(sql`insert into moved_children values (2, 99999)`.execute(to.kysely)).rejects.toThrow('foreign key')
  })

  it('rows kept in files arrive as they were, from another major version too', async () => {
    await move()
    const folder = createTemporaryFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // Where there is a server, it is not of the version of the embedded database that reads what it wrote.
    await to.transaction(async (source) => writeRowFiles(await openRows(source), join(folder, 'rows')))
    const later = await createMemoryDatabase()
    onTestFinished(() => later.close())
    await sql.raw(tables).execute(later.kysely)
    await later.transaction((target) => fillFromRows(openRowFiles(join(folder, 'rows')), target))
    expect(await listRows(later)).toEqual(await listRows(from))
    expect(await insertNext(later)).toBe(1201)
  })

  it('a key that leads nowhere refuses all of it', async () => {
    await sql`set session_replication_role = replica; insert into moved_children values (2, 99999);
      set session_replication_role = origin`.execute(from.kysely)
    await expect(move()).rejects.toThrow('foreign key')
    expect(await countIn(to, 'moved_parents')).toBe(0)
  })

  it('a value that cannot be carried refuses all of it, by the name of its table', async () => {
    await sql`update moved_parents set said = 'null'::jsonb where id = 5`.execute(from.kysely)
    await expect(move()).rejects.toThrow('moved_parents')
    expect(await countIn(to, 'moved_children')).toBe(0)
  })
})
