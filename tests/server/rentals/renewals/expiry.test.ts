import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2)] })
})
afterAll(() => rental.close())

const day = 86_400_000
/** Hours with nobody at work, as after an outage, and then enough of work for the clock to be trusted again. */
async function outage(ms: number): Promise<void> {
  await rental.clock.advance(ms - 1_200_000)
  await rental.tick(1_200_000)
}
const titles = async (person: Person) =>
  (await person.call(notifications.list, { query: { class: 'expiry' } })).data.map(({ title }) => title)

describe('product §5 A package', () => {
  it('runs to its last second, is shut down for that reason, keeps its data and gives back its cards', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { charge_rule: 'day' })
    await outage(day - 120_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.tick(180_000)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, reason: 'expired' })
    expect(await titles(person)).toEqual(['实例 训练 已到期并关机', '实例 训练 将在 2 小时内到期'])
    expect(await rental.freeCards('RTX 4090')).toBe(2)
    expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.package_expired.code)
    expect((await rental.walletOf(person)).cash).toBe('45.28')
    await rental.releaseAll(person)
  })

  it('shut down by its owner keeps its cards until it is over, and not longer', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { charge_rule: 'day' })
    await rental.act(person, id, 'shutdown')
    await outage(day / 2)
    expect(await rental.freeCards('RTX 4090')).toBe(1)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.act(person, id, 'shutdown')
    await outage(day / 2 + 60_000)
    expect(await rental.freeCards('RTX 4090')).toBe(2)
    expect(await titles(person)).toEqual(['实例 训练 已到期', '实例 训练 将在 2 小时内到期'])
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, reason: 'manual' })
    await rental.releaseAll(person)
  })

  it('that has become abnormal keeps its cards until it is over, and not longer', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { charge_rule: 'day' })
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    await rental.tick(60_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.abnormal)
    expect(await rental.freeCards('RTX 4090')).toBe(1)
    await outage(day)
    expect(await rental.freeCards('RTX 4090')).toBe(2)
    expect((await rental.walletOf(person)).cash).toBe('45.28')
    await rental.releaseAll(person)
  })

  it('is not shut down at once by a clock that jumps past its end, nor at all when the clock comes back soon', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { charge_rule: 'day' })
    rental.clock.jump(40 * day)
    await rental.tick(300_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    rental.clock.jump(-40 * day)
    await rental.tick(1_200_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
