import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { auditBooksNow, getBooksState } from '#server/domains/money/books/audit-books.service.ts'
import { createTestPlatform } from '#tests/support/platform.ts'

let platform: Awaited<ReturnType<typeof createTestPlatform>>
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const state = () => getBooksState(platform.deps.database.kysely, platform.clock.now())

it('decision 100 Books that do not add up are told once to finance and to no one else', async () => {
  const { deps } = platform
  const finance = await platform.signUp({ role: 'operator_finance' })
  const support = await platform.signUp({ role: 'operator_support' })
  const owner = await platform.signUp({ balance: '10.00' })
  const heard = async (person: typeof owner) =>
    (await person.call(notifications.list)).data.filter(({ title }) => title.includes('账目核对')).length
  await auditBooksNow(deps)
  expect(await state()).toEqual({ age_s: 0, violated: 0, unchecked: 0 })
  await deps.database.transaction(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update accounts set balance_fen = balance_fen + 1 where user_id = ${owner.user.id} and kind = 'cash'`.execute(trx)
  })
  for (let hour = 0; hour < 2; hour += 1) await auditBooksNow(deps)
  expect((await state())?.violated).toBeGreaterThan(0)
  expect([await heard(finance), await heard(support), await heard(owner)]).toEqual([1, 0, 0])
  expect(platform.logs.some((line) => line.includes('the books do not add up'))).toBe(true)
})
