import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { moveRows } from '#server/db/move-rows.ts'
import { createMemoryDatabase, createServerDatabase } from '#tests/support/database.ts'

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
      select case n when 1 then null else '第' || n || ' "row"\\' end, timestamptz '2026-01-01 00:00:00.123456+08' + n * interval '1 second',
        decode(md5(n::text), 'hex'), jsonb_build_object('n', 12345678901234567890::numeric), '{"b": 1,  "a": 2}', 0.1 * n, array['a,b', null]
      from generate_series(1, 1200) n`.execute(from.kysely)
    await sql`insert into moved_children values (1, 1200)`.execute(from.kysely)
  })
  afterEach(async () => {
    await from.close()
    await to.close()
  })
  const move = () => from.transaction((source) => to.transaction((target) => moveRows(source, target)))

  it('every value arrives as it was, and sequences go on after it', async () => {
    await move()
    const all = async ({ kysely }: Database) =>
      (await sql<{ row: string }>`select t::text as row from moved_parents t order by id`.execute(kysely)).rows
    expect(await all(to)).toEqual(await all(from))
    expect(await countIn(to, 'moved_children')).toBe(1)
    const { rows } = await sql<{ id: number }>`insert into moved_parents (note) values ('next') returning id`.execute(to.kysely)
    expect(Number(rows[0]!.id)).toBe(1201)
    // Keys hold again.
    await expect(sql`insert into moved_children values (2, 99999)`.execute(to.kysely)).rejects.toThrow('foreign key')
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
