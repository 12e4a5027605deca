import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumption, dailySpendSubjectsMax } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { wallet } from '#contract/wallet.ts'
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
const read = async (person: Person, days: '7' | '30' = '7') => (await person.call(consumption.daily, { query: { days } })).data

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
