import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { findSqlState, findViolatedConstraint } from '#server/db/errors.ts'
import { databaseEngines } from '#tests/support/engines.ts'

describe.each(databaseEngines)('values on $name', ({ available, open }) => {
  describe.skipIf(!available)('are the same as on every engine', () => {
    let database: Database
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database?.close())

    const read = async (expression: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(database.kysely)
      return rows[0]?.value
    }

    it.each([
      ['int8, small', sql`7::int8`, 7n],
      ['int8, beyond 2^53', sql`9007199254740993::int8`, 9_007_199_254_740_993n],
      ['int8[]', sql`array[1, null, 9007199254740993]::int8[]`, [1n, null, 9_007_199_254_740_993n]],
      ['int4', sql`7::int4`, 7],
      ['float8', sql`1.5::float8`, 1.5],
      ['numeric', sql`1.50::numeric`, '1.50'],
      ['numeric[]', sql`array[0.1, 12345678901234567890.5]::numeric[]`, ['0.1', '12345678901234567890.5']],
      ['bool', sql`true`, true],
      ['text', sql`'智算'::text`, '智算'],
      ['text[]', sql`array['a,b', 'c"d', 'e\\f', '', null]::text[]`, ['a,b', 'c"d', 'e\\f', '', null]],
      ['uuid', sql`'0192f0c1-0000-7000-8000-000000000001'::uuid`, '0192f0c1-0000-7000-8000-000000000001'],
      ['jsonb', sql`'{"a": [1, {"b": null}]}'::jsonb`, { a: [1, { b: null }] }],
      ['timestamptz', sql`'2026-02-03 12:05:06.789+08'::timestamptz`, new Date('2026-02-03T04:05:06.789Z')],
      ['date', sql`'2026-02-03'::date`, '2026-02-03'],
      ['timestamp', sql`'2026-02-03 04:05:06'::timestamp`, '2026-02-03 04:05:06'],
      ['bytea', sql`'\\x00ff'::bytea`, Buffer.from([0, 255])],
      ['null', sql`null::int8`, null],
    ])('reads %s', async (_, expression, expected) => {
      expect(await read(expression)).toEqual(expected)
    })

    it.each([
      ['bigint', 9_007_199_254_740_993n, 'int8'],
      ['number', 1.25, 'float8'],
      ['string', `引号 ' 反斜杠 \\ 换行 \n`, 'text'],
      ['boolean', false, 'bool'],
      ['Date', new Date('2026-02-03T04:05:06.789Z'), 'timestamptz'],
      ['array of strings', ['a,b', 'c"d', 'e\\f', '', 'NULL', '{}', null], 'text[]'],
      ['array of bigints', [1n, 2n], 'int8[]'],
      ['empty array', [], 'text[]'],
      ['object', { a: [1, '2'], b: null }, 'jsonb'],
      ['bytes', Buffer.from([0, 1, 255]), 'bytea'],
      ['null', null, 'text'],
    ])('takes a %s as a parameter and gives it back', async (_, value, type) => {
      expect(await read(sql`${value}::${sql.raw(type)}`)).toEqual(value)
    })

    it('takes a JSON array as text', async () => {
      expect(await read(sql`${JSON.stringify([1, 'a'])}::jsonb`)).toEqual([1, 'a'])
    })

    it('cuts days where the business does, whatever the time zone of the machine', async () => {
      const midnight = sql`date_trunc('day', '2026-02-03 20:00:00+00'::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
      expect(await read(midnight)).toEqual(new Date('2026-02-03T16:00:00Z'))
      expect(await read(sql`'2026-02-03 00:00:00'::timestamptz`)).toEqual(new Date('2026-02-03T00:00:00Z'))
    })

    it('counts the rows a statement changed', async () => {
      await sql`create table counted (id int primary key); insert into counted values (1), (2)`.execute(database.kysely)
      const update = await sql`update counted set id = id + 10 where id > ${0}`.execute(database.kysely)
      const nothing = await sql`delete from counted where id = ${0}`.execute(database.kysely)
      const select = await sql`select * from counted`.execute(database.kysely)
      expect([update.numAffectedRows, nothing.numAffectedRows, select.numAffectedRows]).toEqual([2n, 0n, undefined])
    })

    it('accepts an empty statement and several at once when there are no parameters', async () => {
      expect((await sql`  -- nothing`.execute(database.kysely)).rows).toEqual([])
      expect((await sql`select 1 as a; select 2 as a`.execute(database.kysely)).rows).toEqual([{ a: 2 }])
    })

    it('tells which constraint refused', async () => {
      await sql`create table refusing (id int constraint refusing_id unique)`.execute(database.kysely)
      const twice = sql`insert into refusing values (${1}), (${1})`.execute(database.kysely)
      const error = await twice.catch((reason: unknown) => reason)
      expect([findSqlState(error), findViolatedConstraint(error)]).toEqual(['23505', 'refusing_id'])
    })

    it('keeps an errcode raised by a trigger or a function', async () => {
      const raised = sql`do $$ begin raise exception 'no' using errcode = 'ZS003'; end $$`.execute(database.kysely)
      expect(findSqlState(await raised.catch((reason: unknown) => reason))).toBe('ZS003')
    })

    it('tells where the failing statement was issued', async () => {
      const error = await sql`selec 1`.execute(database.kysely).catch((reason: Error) => reason)
      expect((error as Error).stack).toContain('values.test.ts')
    })
  })
})
