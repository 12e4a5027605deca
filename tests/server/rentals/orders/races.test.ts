import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [
      buildSimulatedHost('host-1', 'RTX 4090', 64),
      buildSimulatedHost('host-2', 'L40S', 1),
      buildSimulatedHost('host-3', 'A100 80GB', 3),
    ],
  })
})
afterAll(() => rental.close())

const counted = (all: readonly string[]) =>
  Object.fromEntries([...new Set(all)].sort().map((one) => [one, all.filter((other) => other === one).length]))

describe('R08 The last card', () => {
  it('has one winner of 1,000 buyers; the others keep their money', async () => {
    const people = await rental.addPeople(1000, { balance: '29.63' })
    const quotes = await rental.quotesFor(people, { model: 'L40S', charge_rule: 'day' })
    const replies = await Promise.all(people.map((person, i) => person.call(orders.create, { body: { quote: quotes[i]! } })))
    expect(counted(replies.map((reply) => `${reply.status} ${reply.code}`))).toEqual({ '200 0': 1, '409 00200011': 999 })
    const { kysely } = rental.deps.database
    const balances = await kysely.selectFrom('accounts').select('balance_fen').where('kind', '=', 'cash').execute()
    expect(counted(balances.map(({ balance_fen: balanceFen }) => String(balanceFen)))).toEqual({ '0': 1, '2963': 999 })
    expect(await rental.audit()).toEqual([])
  })
})

describe('R09 The last money', () => {
  it('for exactly 37 hourly cards buys 37 of 500, as many ordered at once as one person may', async () => {
    const person = await rental.addPerson({ balance: '84.36' })
    const quotes = await rental.quotesFor(Array(500).fill(person))
    const replies: { code: string }[] = []
    while (quotes.length > 0) {
      const atOnce = quotes.splice(0, 64).map((quote) => person.call(orders.create, { body: { quote } }))
      replies.push(...(await Promise.all(atOnce)))
    }
    expect(counted(replies.map((reply) => reply.code))).toEqual({ '0': 37, [resultCodes.insufficient_balance.code]: 463 })
    expect((await person.call(instances.list)).total).toBe(37)
    expect(await rental.freeCards('RTX 4090')).toBe(27)
    await rental.tick(60_000)
    expect((await rental.walletOf(person)).burn_hour).toBe('84.36')
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('for exactly 3 days buys 3 of 20 ordered at once', async () => {
    const person = await rental.addPerson({ balance: '164.16' })
    const quotes = await rental.quotesFor(Array(20).fill(person), { charge_rule: 'day' })
    const replies = await Promise.all(quotes.map((quote) => person.call(orders.create, { body: { quote } })))
    expect(counted(replies.map((reply) => reply.code))).toEqual({ '0': 3, [resultCodes.insufficient_balance.code]: 17 })
    expect((await rental.walletOf(person)).cash).toBe('0.00')
    await rental.releaseAll(person)
  })
})

describe('product §4 A card', () => {
  it('is never on two instances, whoever orders, boots and stops at once', async () => {
    const people = await rental.addPeople(8)
    const { kysely } = rental.deps.database
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        people.map(async (person, i) => {
          const { data: own } = await person.call(instances.list)
          if (own.length === 0) await rental.order(person, { model: 'A100 80GB', gpu_num: 1 + (i % 2) })
          for (const { id, status } of own) await rental.act(person, id, status === 2 ? 'shutdown' : 'start')
        }),
      )
      await rental.tick(7_000)
      const cards = await kysely.selectFrom('gpus').selectAll().where('model', '=', 'A100 80GB').execute()
      const holders = await kysely
        .selectFrom('instances')
        .selectAll()
        .where('host_id', '=', 'host-3')
        .where('status', 'in', [0, 2, 5])
        .execute()
      expect(holders.reduce((sum, row) => sum + row.gpu_num, 0)).toBeLessThanOrEqual(3)
      for (const row of holders) expect(cards.filter((card) => card.instance_id === row.id)).toHaveLength(row.gpu_num)
      expect(await rental.audit()).toEqual([])
    }
  })
})
