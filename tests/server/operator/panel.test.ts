import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { parseYuanToFen } from '#contract/money.ts'
import { operatorGpus } from '#contract/operator/gpus.ts'
import { operatorInstances } from '#contract/operator/instances.ts'
import { operatorEntries, operatorFinance, operatorPanel } from '#contract/operator/money.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { settleDueCharges } from '#server/jobs/jobs.ts'
import { giveCoupon } from '#tests/support/coupons.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
beforeAll(async () => {
  // An hour before midnight in Beijing: some of the revenue is yesterday's.
  rental = await createRentalPlatform({ clock: new HeldClock(new Date('2026-03-10T15:00:00.000Z')) })
  admin = await rental.addPerson({ role: 'operator_admin', balance: '0.00' })
  const [metered, packaged] = await rental.addPeople(2, { balance: '500.00' })
  await giveCoupon(rental, metered!, { face: '10.00' })
  await rental.rent(packaged!, { charge_rule: 'day' })
  await rental.rent(metered!, { gpu_num: 2 })
  for (let quarter = 0; quarter < 12; quarter += 1) {
    for (let minute = 0; minute < 15; minute += 1) await rental.tick(60_000)
    await settleDueCharges(rental.deps)
  }
})
afterAll(() => rental.close())

const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + parseYuanToFen(amount), 0n)
const money = async () => (await admin.call(operatorPanel.money)).data

describe('product §10 Every number of the panel opens to the rows it sums', () => {
  it.each(['today', 'week'] as const)('revenue %s', async (period) => {
    const query = { account: 'revenue', period, page_size: 100 } as const
    const { data, total } = await admin.call(operatorEntries.list, { query })
    expect(data).toHaveLength(total!)
    const panel = await money()
    expect(sum(data.map(({ amount }) => amount))).toBe(
      parseYuanToFen(period === 'today' ? panel.revenue_today : panel.revenue_week),
    )
    expect(sum(data.map(({ amount }) => amount))).toBeGreaterThan(0n)
  })

  it('revenue of the week is all there is, and of today less', async () => {
    const { balance_fen: balanceFen } = await rental.deps.database.kysely
      .selectFrom('accounts')
      .select('balance_fen')
      .where('kind', '=', 'revenue')
      .executeTakeFirstOrThrow()
    const panel = await money()
    expect(parseYuanToFen(panel.revenue_week)).toBe(balanceFen)
    expect(parseYuanToFen(panel.revenue_today)).toBeLessThan(balanceFen)
  })

  it('liabilities', async () => {
    const { data } = await admin.call(operatorUsers.list, { query: { balance: 'positive', page_size: 100 } })
    expect(sum(data.map(({ balance }) => balance))).toBe(parseYuanToFen((await money()).liabilities))
  })

  it('burn per hour', async () => {
    const query = { status: '2', charge_rule: 'hour', page_size: 100 } as const
    const { data } = await admin.call(operatorInstances.list, { query })
    expect((await money()).burn_hour).toBe('4.56')
    expect(sum(data.map(({ price_hour: priceHour }) => priceHour))).toBe(456n)
  })

  it('cards by region, model and state', async () => {
    const { gpus } = (await admin.call(operatorPanel.stock)).data
    expect(gpus.length).toBeGreaterThan(2)
    for (const { gpu_model: gpuModel, total, rented, free, closed } of gpus) {
      expect(rented + free + closed).toBe(total)
      for (const [state, count] of Object.entries({ rented, free, closed })) {
        const query = { gpu_model: gpuModel, state: state as 'rented' }
        expect((await admin.call(operatorGpus.list, { query })).total, `${gpuModel} ${state}`).toBe(count)
      }
    }
  })

  it('instances by status', async () => {
    for (const { status, count } of (await admin.call(operatorPanel.stock)).data.instances)
      expect((await admin.call(operatorInstances.list, { query: { status: String(status) } })).total).toBe(count)
  })
})

describe('product §10 Every number of the finance page opens to the rows it sums', () => {
  const sumOf = async (query: z.input<(typeof operatorEntries)['sum']['query']>) =>
    (await admin.call(operatorEntries.sum, { query })).data

  it.each(['today', 'week', 'month'] as const)('what moved, %s', async (period) => {
    const { moved, revenue } = (await admin.call(operatorFinance.panel, { query: { period } })).data
    expect(moved.length).toBeGreaterThan(period === 'today' ? 0 : 1)
    for (const { account, kind, amount } of moved) expect((await sumOf({ account, kind, period })).net).toBe(amount)
    const ofRevenue = moved.filter(({ account }) => account === 'revenue')
    expect(sum(ofRevenue.map(({ amount }) => amount))).toBe(parseYuanToFen(revenue))
    const query = { account: 'revenue', period, page_size: 100 } as const
    const { data } = await admin.call(operatorEntries.list, { query })
    expect(sum(data.map(({ amount }) => amount))).toBe(parseYuanToFen(revenue))
  })

  it.each(['today', 'week', 'month'] as const)('what vouchers paid, without the grants, %s', async (period) => {
    const { by_voucher: byVoucher } = (await admin.call(operatorFinance.panel, { query: { period } })).data
    const query = { account: 'voucher', kind: 'rental', period } as const
    const { data, total } = await admin.call(operatorEntries.list, { query: { ...query, page_size: 100 } })
    expect(data).toHaveLength(total!)
    expect(-sum(data.map(({ amount }) => amount))).toBe(parseYuanToFen(byVoucher))
    expect(parseYuanToFen(byVoucher)).toBeGreaterThan(0n)
    expect(-parseYuanToFen((await sumOf(query)).net)).toBe(parseYuanToFen(byVoucher))
  })

  it('what is owed to users and by them, by wallet', async () => {
    const { owed, owed_total: owedTotal, receivable, debtors } = (await admin.call(operatorFinance.panel)).data
    expect(owed.map(({ account }) => account)).toEqual(['cash', 'frozen', 'income', 'income_frozen', 'voucher'])
    expect(sum(owed.map(({ amount }) => amount))).toBe(parseYuanToFen(owedTotal))
    const { net } = await sumOf({ account: 'cash' })
    expect(parseYuanToFen(owed[0]!.amount) - parseYuanToFen(receivable)).toBe(parseYuanToFen(net))
    for (const { account, amount } of owed.slice(1)) expect((await sumOf({ account })).net, account).toBe(amount)
    expect(debtors).toBe((await admin.call(operatorUsers.list, { query: { balance: 'negative' } })).total)
  })

  it('what is added and what is taken', async () => {
    const { plus, minus, net } = await sumOf({})
    expect([parseYuanToFen(plus) + parseYuanToFen(minus), net]).toEqual([0n, '0.00'])
    expect(parseYuanToFen(plus)).toBeGreaterThan(0n)
  })
})
