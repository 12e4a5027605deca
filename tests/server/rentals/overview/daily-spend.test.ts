import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumption, dailySpendSubjectsMax, type SpendBasis } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { expiry } from '#contract/expiry.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { wallet } from '#contract/wallet.ts'
import { whatIf } from '#contract/what-if.ts'
import { createInstanceMoneyHelper } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
})
afterAll(() => rental.close())

const dayMs = 86_400_000
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + parseYuanToFen(amount), 0n)
const read = async (person: Person, days: '7' | '30' = '7', basis: SpendBasis = 'paid') =>
  (await person.call(consumption.daily, { query: { days, basis } })).data
const readOverview = async (person: Person) => (await person.call(consumption.overview)).data
const sumOfDays = (days: readonly { total: string }[]) => formatFenAsYuan(sum(days.map(({ total }) => total)))

/** What the ledger took from the wallets of cash, by day. */
async function spentByDay(person: Person): Promise<Map<string, bigint>> {
  const { data } = await person.call(wallet.entries, { query: { page_size: 100 } })
  const days = new Map<string, bigint>()
  for (const { amount, at } of data.filter(({ kind }) => ['usage', 'order', 'refund'].includes(kind))) {
    const day = toShanghaiDay(new Date(at))
    days.set(day, (days.get(day) ?? 0n) - parseYuanToFen(amount))
  }
  return days
}

/** Runs an instance for some minutes and shuts it down, which settles it. */
async function run(person: Person, nickName: string, minutes: number): Promise<string> {
  const id = await rental.rent(person, { nick_name: nickName })
  await rental.tick(minutes * 60_000)
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
  return id
}

describe('decision 080 Spending by day and instance', () => {
  it('sums on each day to the ledger and to the cost overview, to the fen, with the five largest named and the rest in one', async () => {
    const person = await rental.addPerson({ balance: '5000.00' })
    const ids: string[] = []
    for (const nth of [1, 2, 3, 4, 5, 6]) {
      ids.push(await run(person, `训练 ${nth}`, nth * 11))
      if (nth === 3) await rental.tick(dayMs, dayMs)
    }
    const bought = await rental.rent(person, { charge_rule: 'day', nick_name: '包日' })
    for (const days of ['7', '30'] as const) {
      const spend = await read(person, days)
      expect(spend.days).toHaveLength(Number(days))
      expect(spend.days.at(-1)?.day).toBe(toShanghaiDay(rental.clock.now()))
      for (const { total, amounts } of spend.days) expect(formatFenAsYuan(sum(amounts))).toBe(total)
      expect(formatFenAsYuan(sum(spend.days.map(({ total }) => total)))).toBe(spend.total)
      const spent = new Map(spend.days.map(({ day, total }) => [day, parseYuanToFen(total)]))
      expect(new Map([...spent].filter(([, fen]) => fen !== 0n))).toEqual(await spentByDay(person))
    }
    const [spend, overview] = [await read(person, '30'), (await person.call(consumption.overview)).data]
    expect(spend.days.map(({ day, total }) => [day, total])).toEqual(
      overview.days.map(({ day, usage, orders }) => [day, formatFenAsYuan(sum([usage, orders]))]),
    )
    expect(spend.forecast).toEqual(overview.forecast)
    expect(spend.subjects).toHaveLength(dailySpendSubjectsMax + 1)
    expect(spend.subjects.map(({ id }) => id)).toEqual([bought, ...ids.slice(-4).reverse(), null])
    expect(spend.subjects.at(-1)).toEqual({ kind: 'rest', id: null, name: '其余' })
    const shares = new Map(overview.instances.map(({ id, amount }) => [id, amount]))
    for (const [index, { id }] of spend.subjects.slice(0, -1).entries())
      expect(formatFenAsYuan(sum(spend.days.map(({ amounts }) => amounts[index] ?? '0.00')))).toBe(shares.get(id))
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })

  it('is empty, not absent, for who has spent nothing, and never another person’s', async () => {
    const [payer, stranger] = [await rental.addPerson({ balance: '100.00' }), await rental.addPerson()]
    await run(payer, '训练', 20)
    const spend = await read(stranger)
    expect(spend).toMatchObject({ total: '0.00', subjects: [] })
    expect(spend.days.map(({ total }) => total)).toEqual(Array(7).fill('0.00'))
    await rental.releaseAll(payer)
  })
})

describe('decision 085 Spending as it was used', () => {
  it('spreads a package over the time it bought: its days sum to the payment, as what was used in the what-if bill', async () => {
    const person = await rental.addPerson({ balance: '5000.00' })
    const id = await rental.rent(person, { charge_rule: 'week', quantity: 1, nick_name: '包周' })
    await rental.clock.advance(3.5 * dayMs)
    const [half, halfPaid] = [await read(person, '30', 'used'), await read(person, '30')]
    expect(halfPaid.total).toBe('383.04')
    expect(Number(half.total)).toBeCloseTo(383.04 / 2, 0)
    expect(half.total).toBe((await person.call(whatIf.read)).data.used)
    expect([half.has_packages, halfPaid.has_packages]).toEqual([true, true])
    await rental.clock.advance(5 * dayMs)
    const spend = await read(person, '30', 'used')
    const shown = spend.days.filter(({ total }) => total !== '0.00')
    expect(shown).toHaveLength(8)
    for (const { total } of shown.slice(1, -1)) expect(Math.abs(Number(total) - 54.72)).toBeLessThan(0.011)
    expect([spend.total, sumOfDays(spend.days)]).toEqual(['383.04', '383.04'])
    for (const { total, amounts, packages } of spend.days)
      expect([formatFenAsYuan(sum(amounts)), packages]).toEqual([total, total])
    const overview = await readOverview(person)
    expect(overview.packages).toMatchObject([{ instance_id: id, name: '包周', amount: '383.04', used: '383.04' }])
    expect([overview.used, overview.total]).toEqual(['383.04', '383.04'])
    expect(overview.days.map(({ packages }) => packages)).toEqual(spend.days.map(({ packages }) => packages))
    await rental.releaseAll(person)
  })

  it('does not spread what came back: of a converted package what was kept, of a failed one nothing', async () => {
    const person = await rental.addPerson({ balance: '5000.00' })
    const money = createInstanceMoneyHelper(rental)
    rental.faults.pull_error = 'ImageNotFound'
    await rental.order(person, { charge_rule: 'week' })
    await rental.tick(5_000)
    rental.faults.pull_error = undefined
    expect(await read(person, '7', 'used')).toMatchObject({ total: '0.00', has_packages: false })
    const id = await rental.rent(person, { charge_rule: 'week', quantity: 1 })
    await rental.clock.advance(2 * dayMs)
    await money.convert(person, id, 'hour')
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.clock.advance(dayMs)
    const [used, paid] = [await read(person, '7', 'used'), await read(person)]
    expect(used.total).toBe(paid.total)
    expect(used.days.at(-1)?.total).toBe('0.00')
    const [kept, ...others] = (await readOverview(person)).packages
    expect(others).toEqual([])
    expect(kept).toMatchObject({ instance_id: id, used: kept!.amount })
    expect(Number(kept!.amount)).toBeLessThan(383.04)
    await rental.releaseAll(person)
  })

  it('is what was paid where there is no package', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    await run(person, '训练', 30)
    const [used, paid] = [await read(person, '7', 'used'), await read(person)]
    expect(used).toEqual(paid)
    expect(used.has_packages).toBe(false)
    await rental.releaseAll(person)
  })
})

describe('product §5 The cost overview beside the period before', () => {
  it('sums the last 7 and 30 days, and as many days before', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    await run(person, '训练', 60)
    const first = (await readOverview(person)).total
    await rental.clock.advance(10 * dayMs)
    await run(person, '推理', 30)
    const { total, periods } = await readOverview(person)
    const second = formatFenAsYuan(parseYuanToFen(total) - parseYuanToFen(first))
    expect(periods).toEqual([
      { days: 7, amount: second, before: first },
      { days: 30, amount: total, before: '0.00' },
    ])
    await rental.releaseAll(person)
  })
})

describe('product §5 How long the balance lasts', () => {
  it('names the packages that nothing renews, which it leaves out', async () => {
    const person = await rental.addPerson({ balance: '5000.00' })
    const id = await rental.rent(person, { charge_rule: 'week', quantity: 1, nick_name: '包周' })
    const { forecast } = await read(person)
    expect(forecast.lapsing).toMatchObject([{ instance_id: id, name: '包周', charge_rule: 'week', policy: 'stop' }])
    await person.call(expiry.update, { params: { id }, body: { policy: 'renew', renew_quantity: 1 } })
    const renewed = (await read(person)).forecast
    expect([renewed.lapsing, renewed.renewals.length > 0]).toEqual([[], true])
    await rental.releaseAll(person)
  })
})
