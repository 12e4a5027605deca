import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debts } from '#contract/debts.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { runDebtCycle } from '#server/domains/money/debts/debts.service.ts'
import { releaseHourlyInstances } from '#server/domains/rentals/auto-release/release-hourly.service.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { auditAndClose } from '#tests/support/audited-close.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const hour = 3_600_000
const day = 24 * hour

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => auditAndClose(rental))

let used = 0
const nth = () => {
  used += 1
  return used
}
/** Takes what was used from a wallet, whether or not it has it. */
const use = (person: Person, amountFen: bigint) =>
  rental.deps.database.transaction((trx) =>
    recordPosting(trx, {
      idem: `late_fee:tests-${nth()}`,
      kind: 'late_fee',
      title: '测试',
      at: rental.clock.now(),
      movements: [{ from: { user: person.id }, to: 'revenue', amount_fen: amountFen }],
    }),
  )
const look = () => runDebtCycle(rental.deps, releaseHourlyInstances)
const debtOf = async (person: Person) => (await person.call(debts.get)).data
/** Lets days pass, the platform looking every six hours. */
async function pass(days: number): Promise<void> {
  for (let quarter = 0; quarter < days * 4; quarter += 1) {
    await rental.clock.advance(6 * hour)
    await look()
  }
}
async function inDebt(fen: bigint): Promise<Person> {
  const person = await rental.addPerson({ balance: '0.00' })
  await use(person, fen)
  await look()
  return person
}
const titles = async (person: Person) =>
  (await person.call(notifications.list, { query: { class: 'arrears', page_size: 100 } })).data
    .map(({ title }) => title)
    .reverse()

describe('requirements §9 Late fee of 0.1 % a day', () => {
  it.each([
    // principal in fen, days, late fee in yuan: floor(principal × days / 1000)
    [228n, 4, '0.00'],
    [228n, 5, '0.01'],
    [100_000n, 1, '1.00'],
    [100_000n, 15, '15.00'],
    [99_999n, 10, '9.99'],
    [333n, 3, '0.00'],
    [334n, 3, '0.01'],
  ] as const)('of %s fen after %i days is ¥%s', async (fen, days, lateFee) => {
    const person = await inDebt(fen)
    await pass(days)
    expect(await debtOf(person)).toMatchObject({ late_fee: lateFee, days })
    const { cash } = await rental.walletOf(person)
    expect(cash).toBe(`-${(await debtOf(person))!.owed}`)
  })

  it('is not charged on itself, and a payment goes to the principal first', async () => {
    const person = await inDebt(1_000_000n)
    await pass(10)
    expect(await debtOf(person)).toMatchObject({ principal: '10000.00', late_fee: '100.00', owed: '10100.00' })
    await rental.recharge(person.id, '9000.00')
    expect(await debtOf(person)).toMatchObject({ principal: '1000.00', late_fee: '100.00', owed: '1100.00' })
    await pass(1)
    expect(await debtOf(person)).toMatchObject({ principal: '1000.00', late_fee: '101.00', days: 11 })
  })

  it('is the same however often the platform looks, at once or twice over', async () => {
    const person = await inDebt(100_000n)
    await rental.clock.advance(day)
    await Promise.all([look(), look(), look()])
    await look()
    expect(await debtOf(person)).toMatchObject({ late_fee: '1.00', days: 1 })
  })

  it('is charged for no day on which the platform was down, and for none a clock jumped over', async () => {
    const person = await inDebt(100_000n)
    await rental.clock.advance(9 * day)
    await look()
    expect(await debtOf(person)).toMatchObject({ late_fee: '1.00', days: 1 })
    rental.clock.jump(-30 * day)
    await look()
    await pass(1)
    expect(await debtOf(person)).toMatchObject({ late_fee: '2.00', days: 2 })
  })

  it('ends with the payment that covers it, and begins anew with the next debt', async () => {
    const person = await inDebt(100_000n)
    await pass(2)
    await rental.recharge(person.id, '1002.00')
    await look()
    expect(await debtOf(person)).toBeNull()
    expect((await titles(person)).at(-1)).toBe('欠款已结清')
    await use(person, 500n)
    await look()
    expect(await debtOf(person)).toMatchObject({ owed: '5.00', late_fee: '0.00', days: 0 })
  })

  it('is nobody else’s', async () => {
    const [debtor, other] = [await inDebt(100n), await rental.addPerson({ balance: '1.00' })]
    expect([(await debtOf(debtor))?.owed, await debtOf(other)]).toEqual(['1.00', null])
  })
})

describe('requirements §9 Termination after more than 15 days', () => {
  it('releases what is paid by the hour, keeps paid packages, and not a moment before', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const hourly = await rental.rent(person, { nick_name: '按量' })
    const weekly = await rental.rent(person, { charge_rule: 'week', quantity: 4, nick_name: '包周' })
    await rental.act(person, hourly, 'shutdown')
    await rental.reach(hourly, instanceStatusCodes.shut_down)
    await use(person, 200_000n)
    await look()
    const { kysely } = rental.deps.database
    // Shut down for long anyway, it would be released by that rule; here only the debt counts.
    await pass(15)
    const debt = await debtOf(person)
    expect(debt).toMatchObject({ days: 15, terminated_at: null })
    expect(rental.clock.now().toISOString()).toBe(debt!.terminates_at)
    expect((await rental.show(person, hourly)).status).toBe(instanceStatusCodes.shut_down)
    await rental.clock.advance(1)
    await look()
    expect((await debtOf(person))?.terminates_at).toBeNull()
    expect(await kysely.selectFrom('instances').select('status').where('id', '=', hourly).executeTakeFirst()).toEqual({
      status: instanceStatusCodes.releasing,
    })
    expect((await instancesRepo(kysely).hourlyOfUser(person.id)).map(({ id }) => id)).toEqual([hourly])
    expect(await kysely.selectFrom('instances').select(['desired']).where('id', '=', weekly).executeTakeFirst()).toEqual({
      desired: 'running',
    })
    const said = await titles(person)
    expect(said).toEqual(expect.arrayContaining(['逾期超过 15 天，服务已终止', '因服务终止释放了 1 台实例']))
    const owed = debt!.owed
    expect(said.filter((title) => title.startsWith('欠款'))).toHaveLength(4)
    await pass(3)
    expect((await debtOf(person))?.owed).toBe(owed)
  })
})
