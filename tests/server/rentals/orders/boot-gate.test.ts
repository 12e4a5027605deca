import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32)] })
})
afterAll(() => rental.close())

describe('product §5 Boot gate', () => {
  it('covers one hour of the new instance, exact to the fen', async () => {
    const [short, just] = [await rental.addPerson({ balance: '2.27' }), await rental.addPerson({ balance: '2.28' })]
    expect((await rental.order(short)).code).toBe(resultCodes.insufficient_balance.code)
    expect((await rental.order(just)).status).toBe(200)
  })

  it('covers one hour of what runs beside it, and what that has used since it was settled', async () => {
    const person = await rental.addPerson({ balance: '4.57' })
    await rental.rent(person)
    await rental.tick(15_000)
    // 15 s at 2.28 per hour are 0.0095 yuan: nothing yet. At 20 s they are 0.0127, of which 1 fen counts.
    await rental.tick(10_000)
    expect(await rental.walletOf(person)).toMatchObject({ cash: '4.57', accrued: '0.01', burn_hour: '2.28' })
    expect((await rental.order(person)).status).toBe(200)
    const poorer = await rental.addPerson({ balance: '4.56' })
    await rental.rent(poorer)
    await rental.tick(20_000)
    expect((await rental.order(poorer)).code).toBe(resultCodes.insufficient_balance.code)
  })

  it('covers one hour of what is still starting', async () => {
    const person = await rental.addPerson({ balance: '4.55' })
    expect((await rental.order(person)).status).toBe(200)
    expect((await rental.order(person)).code).toBe(resultCodes.insufficient_balance.code)
  })

  it('covers the whole package and an hour of what runs', async () => {
    const person = await rental.addPerson({ balance: '56.99' })
    await rental.rent(person)
    expect((await rental.order(person, { charge_rule: 'day' })).code).toBe(resultCodes.insufficient_balance.code)
    await rental.recharge(person.id, '0.01')
    expect((await rental.order(person, { charge_rule: 'day' })).status).toBe(200)
  })

  it('covers one hour again at every boot', async () => {
    const person = await rental.addPerson({ balance: '2.28' })
    const id = await rental.rent(person)
    await rental.tick(60_000)
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.insufficient_balance.code)
    await rental.recharge(person.id, '0.03')
    expect((await rental.act(person, id, 'start')).status).toBe(200)
  })
})

describe('§1 Real name', () => {
  it('is asked for before buying', async () => {
    const stranger = await rental.addPerson({ real_name: false })
    expect((await rental.order(stranger)).code).toBe(resultCodes.real_name_required.code)
    expect((await rental.walletOf(stranger)).cash).toBe('100.00')
    expect((await stranger.call(instances.list)).total).toBe(0)
  })
})
