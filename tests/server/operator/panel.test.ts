import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fenOfYuan } from '#contract/money.ts'
import { operator_instances } from '#contract/operator/instances.ts'
import { operator_entries, operator_finance, operator_gpus, operator_panel } from '#contract/operator/money.ts'
import { operator_users } from '#contract/operator/users.ts'
import { charge } from '#server/jobs/jobs.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import type { Person } from '#tests/support/people.ts'
import { type Rental, rentalPlatform } from '#tests/support/rental.ts'

let rental: Rental
let admin: Person
beforeAll(async () => {
  // An hour before midnight in Beijing: some of the revenue is yesterday's.
  rental = await rentalPlatform({ clock: new HeldClock(new Date('2026-03-10T15:00:00.000Z')) })
  admin = await rental.addPerson({ role: 'operator_admin', balance: '0.00' })
  const [metered, packaged] = await rental.addPeople(2, { balance: '500.00' })
  await rental.rent(packaged!, { charge_rule: 'day' })
  await rental.rent(metered!, { gpu_num: 2 })
  for (let quarter = 0; quarter < 12; quarter += 1) {
    for (let minute = 0; minute < 15; minute += 1) await rental.tick(60_000)
    await charge(rental.deps)
  }
})
afterAll(() => rental.close())

const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + fenOfYuan(amount), 0n)
const money = async () => (await admin.call(operator_panel.money)).data

describe('product §10 Every number of the panel opens to the rows it sums', () => {
  it.each(['today', 'week'] as const)('revenue %s', async (period) => {
    const query = { account: 'revenue', period, page_size: 100 } as const
    const { data, total } = await admin.call(operator_entries.list, { query })
    expect(data).toHaveLength(total!)
    const panel = await money()
    expect(sum(data.map(({ amount }) => amount))).toBe(fenOfYuan(period === 'today' ? panel.revenue_today : panel.revenue_week))
    expect(sum(data.map(({ amount }) => amount))).toBeGreaterThan(0n)
  })

  it('revenue of the week is all there is, and of today less', async () => {
    const { balance_fen } = await rental.deps.database.kysely
      .selectFrom('accounts')
      .select('balance_fen')
      .where('kind', '=', 'revenue')
      .executeTakeFirstOrThrow()
    const panel = await money()
    expect(fenOfYuan(panel.revenue_week)).toBe(balance_fen)
    expect(fenOfYuan(panel.revenue_today)).toBeLessThan(balance_fen)
  })

  it('liabilities', async () => {
    const { data } = await admin.call(operator_users.list, { query: { balance: 'positive', page_size: 100 } })
    expect(sum(data.map(({ balance }) => balance))).toBe(fenOfYuan((await money()).liabilities))
  })

  it('burn per hour', async () => {
    const query = { status: '2', charge_rule: 'hour', page_size: 100 } as const
    const { data } = await admin.call(operator_instances.list, { query })
    expect((await money()).burn_hour).toBe('4.56')
    expect(sum(data.map(({ price_hour }) => price_hour))).toBe(456n)
  })

  it('cards by region, model and state', async () => {
    const { gpus } = (await admin.call(operator_panel.stock)).data
    expect(gpus.length).toBeGreaterThan(2)
    for (const { gpu_model, total, rented, free, closed } of gpus) {
      expect(rented + free + closed).toBe(total)
      for (const [state, count] of Object.entries({ rented, free, closed })) {
        const query = { gpu_model, state: state as 'rented' }
        expect((await admin.call(operator_gpus.list, { query })).total, `${gpu_model} ${state}`).toBe(count)
      }
    }
  })

  it('instances by status', async () => {
    for (const { status, count } of (await admin.call(operator_panel.stock)).data.instances)
      expect((await admin.call(operator_instances.list, { query: { status: String(status) } })).total).toBe(count)
  })
})

describe('product §10 Every number of the finance page opens to the rows it sums', () => {
  const sumOf = async (query: { account?: 'cash'; kind?: 'usage'; period?: 'today' }) =>
    (await admin.call(operator_entries.sum, { query })).data

  it.each(['today', 'week', 'month'] as const)('what moved, %s', async (period) => {
    const { moved, revenue } = (await admin.call(operator_finance.panel, { query: { period } })).data
    expect(moved.length).toBeGreaterThan(period === 'today' ? 0 : 1)
    for (const { account, kind, amount } of moved)
      expect((await sumOf({ account: account as 'cash', kind: kind as 'usage', period: period as 'today' })).net).toBe(amount)
    const of_revenue = moved.filter(({ account }) => account === 'revenue')
    expect(sum(of_revenue.map(({ amount }) => amount))).toBe(fenOfYuan(revenue))
    const query = { account: 'revenue', period, page_size: 100 } as const
    const { data } = await admin.call(operator_entries.list, { query })
    expect(sum(data.map(({ amount }) => amount))).toBe(fenOfYuan(revenue))
  })

  it('what is owed to users and by them, by wallet', async () => {
    const { owed, owed_total, receivable, debtors } = (await admin.call(operator_finance.panel)).data
    expect(owed.map(({ account }) => account)).toEqual(['cash', 'frozen', 'income', 'income_frozen'])
    expect(sum(owed.map(({ amount }) => amount))).toBe(fenOfYuan(owed_total))
    const { net } = await sumOf({ account: 'cash' })
    expect(fenOfYuan(owed[0]!.amount) - fenOfYuan(receivable)).toBe(fenOfYuan(net))
    expect(debtors).toBe((await admin.call(operator_users.list, { query: { balance: 'negative' } })).total)
  })

  it('what is added and what is taken', async () => {
    const { plus, minus, net } = await sumOf({})
    expect([fenOfYuan(plus) + fenOfYuan(minus), net]).toEqual([0n, '0.00'])
    expect(fenOfYuan(plus)).toBeGreaterThan(0n)
  })
})
