import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { auditAndClose } from '#tests/support/audited-close.ts'
import { giveCoupon } from '#tests/support/coupons.ts'
import { createInstanceMoneyHelper, hourMs } from '#tests/support/instance-money.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => auditAndClose(rental))

/** A week is bought, 50 hours of it pass by the clock, and it is converted; answers what came back and the vouchers left. */
async function fiftyHours(person: Person) {
  const money = createInstanceMoneyHelper(rental)
  const { instance_id: instanceId } = (await rental.order(person, { charge_rule: 'week' })).data
  await rental.reach(instanceId!, 2)
  const { created_at: createdAt } = await rental.show(person, instanceId!)
  await rental.clock.advance(Date.parse(createdAt) + 50 * hourMs - rental.clock.now().getTime())
  const { back } = (await money.convert(person, instanceId!, 'hour')).data
  await rental.releaseAll(person)
  return { back, voucher: (await rental.walletOf(person)).voucher }
}

describe('product §5 Worked examples, as time really passes', () => {
  it('a week at 383.04, converted after 50 h, gives 383.04 − 50 × 2.28 = 269.04 back', async () => {
    const person = await rental.addPerson({ balance: '400.00' })
    expect(await fiftyHours(person)).toEqual({ back: '269.04', voucher: '0.00' })
  })

  it('of a week that a voucher of 100 has paid in part, the cash less 50 × 2.28 comes back and the voucher does not', async () => {
    const person = await rental.addPerson({ balance: '400.00' })
    await giveCoupon(rental, person, { face: '100.00' })
    expect(await fiftyHours(person)).toEqual({ back: '169.04', voucher: '0.00' })
  })

  it('a day is 24 and a week 168 times the hour, at the price of one card', async () => {
    const person = await rental.addPerson()
    const hour = parseYuanToFen((await rental.quote(person)).data.price_hour)
    for (const [chargeRule, hours, amount] of [
      ['day', 24n, '54.72'],
      ['week', 168n, '383.04'],
    ] as const) {
      const { data } = await rental.quote(person, { charge_rule: chargeRule })
      expect([data.amount, formatFenAsYuan(hour * hours)]).toEqual([amount, amount])
    }
  })
})
