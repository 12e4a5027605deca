import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseYuanToFen } from '#contract/money.ts'
import { operatorEntries, operatorOrders } from '#contract/operator/money.ts'
import { operatorFailures, operatorTrends } from '#contract/operator/trends.ts'
import { wallet } from '#contract/wallet.ts'
import { splitRevenue } from '#server/domains/operator/trends.policy.ts'
import { settleDueCharges } from '#server/jobs/jobs.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { toProductId } from '#tests/support/market.ts'
import { stepUpSession } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
let renter: Person
beforeAll(async () => {
  // An hour before midnight in Beijing: two days are touched.
  rental = await createRentalPlatform({ clock: new HeldClock(new Date('2026-03-10T15:00:00.000Z')) })
  admin = await rental.addPerson({ role: 'operator_admin', balance: '0.00' })
  renter = await rental.addPerson({ balance: '500.00' })
  await rental.recharge(renter.id, '30.00')
  await rental.rent(renter, { charge_rule: 'day' })
  const metered = await rental.rent(renter, { gpu_num: 2 })
  for (let minute = 0; minute < 90; minute += 1) await rental.tick(60_000)
  await rental.act(renter, metered, 'shutdown')
  await rental.reach(metered, 7)
  await settleDueCharges(rental.deps)
  const { data } = await renter.call(wallet.entries, { query: { kind: 'order' } })
  const [order] = (await admin.call(operatorOrders.list, { query: { kind: 'create_instance' } })).data.filter(
    ({ amount }) => Number(amount) > 0,
  )
  expect(data.length).toBeGreaterThan(0)
  await stepUpSession(rental, admin)
  await admin.call(operatorOrders.refund, { params: { id: order!.id }, body: { amount: '1.00', reason: '停机补偿' } })
})
afterAll(() => rental.close())

const trend = async () => (await admin.call(operatorTrends.money, { query: { days: '7' } })).data
const fleet = async () => (await admin.call(operatorTrends.fleet, { query: { days: '7' } })).data
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + parseYuanToFen(amount), 0n)

describe('decision 079 The charts of money are the ledger, day by day', () => {
  it('revenue of each day is the sum of its entries, and of its parts', async () => {
    const { days, series } = await trend()
    expect(days.map(({ day }) => day)).toHaveLength(7)
    expect(days.at(-1)!.day).toBe('2026-03-11')
    expect(days.filter(({ revenue }) => parseYuanToFen(revenue) !== 0n).length).toBeGreaterThan(1)
    expect(series).toContainEqual({ key: toProductId('RTX 4090'), name: expect.stringContaining('RTX 4090') })
    for (const { day, revenue, parts } of days) {
      const query = { account: 'revenue', from: day, to: day } as const
      expect((await admin.call(operatorEntries.sum, { query })).data.net, day).toBe(revenue)
      expect(sum(parts)).toBe(parseYuanToFen(revenue))
    }
  })

  it('all days together are the balance of the revenue account', async () => {
    const { balance_fen: balanceFen } = await rental.deps.database.kysely
      .selectFrom('accounts')
      .select('balance_fen')
      .where('kind', '=', 'revenue')
      .executeTakeFirstOrThrow()
    expect(sum((await trend()).days.map(({ revenue }) => revenue))).toBe(balanceFen)
  })

  it('recharges and withdrawals are what moved on the channel', async () => {
    const { days } = await trend()
    expect(sum(days.map(({ recharged }) => recharged))).toBeGreaterThanOrEqual(3000n)
    for (const { day, recharged, withdrawn } of days)
      for (const [kind, amount] of [
        ['recharge', `-${recharged}`],
        ['withdraw', withdrawn],
      ] as const) {
        const query = { account: 'channel', kind, from: day, to: day } as const
        const { net } = (await admin.call(operatorEntries.sum, { query })).data
        expect(parseYuanToFen(net), `${kind} ${day}`).toBe(amount === '-0.00' ? 0n : parseYuanToFen(amount))
      }
  })

  it('five sources of their own, the rest in one, and nothing lost', () => {
    const products = Array.from({ length: 7 }, (_, nth) => `p${nth}`)
    const rows = [
      ...products.map((id, nth) => ({ day: 'd1', product_id: id, kind: 'usage', fen: BigInt(nth + 1) })),
      { day: 'd2', product_id: 'p6', kind: 'refund', fen: -4n },
      { day: 'd2', product_id: null, kind: 'llm_usage', fen: 100n },
      { day: 'd2', product_id: null, kind: 'late_fee', fen: 2n },
    ]
    const { series, days } = splitRevenue(rows, ['d1', 'd2'], new Map([['p6', '七号']]))
    expect(series.map(({ key }) => key)).toEqual(['llm_usage', 'p6', 'p5', 'p4', 'p3', 'rest'])
    expect(series.map(({ name }) => name).slice(0, 2)).toEqual(['大模型 API', '七号'])
    expect(days).toEqual([
      { day: 'd1', parts: [0n, 7n, 6n, 5n, 4n, 6n], revenue: 28n },
      { day: 'd2', parts: [100n, -4n, 0n, 0n, 0n, 2n], revenue: 98n },
    ])
  })
})

describe('decision 079 Utilisation is what cards were rented for', () => {
  it('hours of the package and of the metered run, split at midnight', async () => {
    const { models, days, recorded_since: recordedSince } = await fleet()
    const place = models.findIndex(({ gpu_model: model }) => model === 'RTX 4090')
    const { cards } = models[place]!
    const [yesterday, today] = days.slice(-2)
    expect(days.slice(0, -2).flatMap(({ rented_hours: hours }) => hours)).toEqual(
      Array.from({ length: 5 * models.length }, () => null),
    )
    expect(recordedSince).toContain('2026-03-10T15:0')
    // one card of the package and two of the run, from about 23:00
    expect(yesterday!.rented_hours[place]).toBeCloseTo(3, 0)
    const elapsed = (rental.clock.now().getTime() - Date.parse('2026-03-10T16:00:00Z')) / 3_600_000
    expect(today!.rented_hours[place]).toBeGreaterThan(1.4)
    expect(today!.percent[place]).toBeCloseTo((today!.rented_hours[place]! / (elapsed * cards)) * 100, 0)
  })

  it('a card is held by one lease at a time, and free cards by none', async () => {
    const { rows } = await sql`
      select g.uuid from gpus g left join card_leases l on l.card = g.uuid and l.ended_at is null
      where l.instance_id is distinct from g.instance_id`.execute(rental.deps.database.kysely)
    expect(rows).toEqual([])
    const { rows: over } = await sql`
      select a.card from card_leases a join card_leases b on a.card = b.card and a.id < b.id
      where a.ended_at is null or a.ended_at > b.begun_at`.execute(rental.deps.database.kysely)
    expect(over).toEqual([])
  })
})

describe('decision 079 Every failure of a day opens to its row', () => {
  it('boots and runs apart', async () => {
    const failing = await rental.rent(renter)
    rental.faults.crashes.set(failing, { reason: 'ExitedError', exit_code: 1 })
    await rental.observe()
    await rental.reach(failing, 1)
    const { boot_failures: boots, run_failures: runs, day } = (await fleet()).days.at(-1)!
    expect([boots, runs]).toEqual([0, 1])
    const query = { from: day, to: day, kind: 'run' } as const
    const { data, total } = await admin.call(operatorFailures.list, { query })
    expect(total).toBe(runs)
    expect(data[0]).toMatchObject({ kind: 'run', instance: { id: failing, released: false }, owner: { id: renter.id } })
  })
})

describe('decision 079 Charts read indexes', () => {
  it.each([
    [
      'failures',
      sql`select count(*) from instance_events where kind = 'status' and status = 1 and at >= now()`,
      'instance_events_failed',
    ],
    ['what waits', sql`select count(*) from withdrawals where status in ('pending', 'checking', 'paying')`, 'withdrawals_open'],
    ['leases', sql`select 1 from card_leases where ended_at is null or ended_at > now()`, 'card_leases_ended'],
    ['the ledger', sql`select 1 from ledger_transactions where at >= now()`, 'ledger_transactions_at'],
  ])('%s', async (_, query, index) => {
    const plan = await rental.deps.database.transaction(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return (await sql<Record<string, string>>`explain ${query}`.execute(trx)).rows
        .map((row) => Object.values(row)[0])
        .join('\n')
    })
    expect(plan).toContain(index)
  })
})
