import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { isTotalCapped } from '#contract/list.ts'
import type { Database } from '#server/db/database.ts'
import { loadLatePage, loadPage, requiredColumns } from '#server/db/page.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const count = limits.countedRowsMax + 150

describe('decision 089 Totals of long lists', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
    await sql`insert into leases (name, holder, until) select 'lease-' || lpad(n::text, 6, '0'), 'tests', now()
      from generate_series(1, ${count}::int) n`.execute(database.kysely)
  })
  afterAll(() => database.close())

  const leases = (limit = count) =>
    database.kysely
      .selectFrom('leases')
      .where('name', '<=', `lease-${String(limit).padStart(6, '0')}`)
      .select('name')
  const page = (query: { page: number; page_size?: number; count?: 'exact' }, limit?: number) =>
    loadPage(leases(limit), { page_size: 100, order: 'asc', ...query }, 'name')

  it('are exact up to the cap', async () => {
    const { total } = await page({ page: 1 }, limits.countedRowsMax)
    expect([total, isTotalCapped({}, total)]).toEqual([limits.countedRowsMax, false])
    expect((await page({ page: 3 }, 205)).total).toBe(205)
    expect((await page({ page: 4 }, 205)).total).toBe(205)
    expect((await page({ page: 1 }, 0)).total).toBe(0)
  })

  it('say only that there are more beyond it, and all of them when asked', async () => {
    const { total } = await page({ page: 1 })
    expect([total > limits.countedRowsMax, isTotalCapped({}, total)]).toEqual([true, true])
    const exact = await page({ page: 1, count: 'exact' })
    expect([exact.total, isTotalCapped({ count: 'exact' }, exact.total)]).toEqual([count, false])
  })

  it('lead who pages by them alone to the last row', async () => {
    const names: string[] = []
    for (let at = 1, total = 1; (at - 1) * 100 < total; at += 1) {
      const { items, total: now } = await page({ page: at })
      names.push(...items.map(({ name }) => name))
      total = now
    }
    expect(new Set(names).size).toBe(count)
  })

  it('and pages are those of the plain query when rows are read late', async () => {
    const late = (at: number) =>
      loadLatePage({ found: leases(), rows: leases(), id: ['name'] }, { page: at, page_size: 100, order: 'asc' }, 'name')
    for (const at of [1, 50, 102, 103]) expect(await late(at)).toEqual(await page({ page: at }))
  })
})

describe('decision 089 Orders of lists', () => {
  it("leave out nulls last only for columns that are never null; an image without a date is nobody's and in no list by date", async () => {
    const database = await createTestDatabase()
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.is_nullable = 'YES' and c.column_name = any(${requiredColumns})`.execute(
      database.kysely,
    )
    await database.close()
    expect(rows.map(({ name }) => name)).toEqual(['images.created_at'])
  })
})
