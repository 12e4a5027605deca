import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { buildInstanceSpec, loadBootFacts, toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2)] })
})
afterAll(() => rental.close())

const without = (person: Person, id: string) => person.call(instances.start_without_gpu, { params: { id } })
const segmentsOf = async (person: Person, id: string) =>
  (await person.call(instances.segments, { params: { id }, query: { order: 'asc' } })).data
const rowOf = (id: string) => instancesRepo(rental.deps.database.kysely).find(id)
const cardsOf = async (id: string) => {
  const { kysely } = rental.deps.database
  return (await kysely.selectFrom('gpus').select('uuid').where('instance_id', '=', id).execute()).length
}

async function shutDown(person: Person, id: string): Promise<void> {
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
}
async function rentAndStop(person: Person, wish?: Parameters<RentalPlatform['rent']>[1]): Promise<string> {
  const id = await rental.rent(person, wish)
  await shutDown(person, id)
  return id
}

describe('product §4 A boot without GPU', () => {
  it('takes no card, gets 0.5 core and 2 GB, keeps the disks, and costs ¥0.10 an hour', async () => {
    const person = await rental.addPerson()
    const id = await rentAndStop(person, { gpu_num: 2 })
    const other = await rental.addPerson()
    const neighbour = await rental.rent(other, { gpu_num: 2 })
    expect((await without(person, id)).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    expect(await rental.show(person, id)).toMatchObject({ gpu_mode: 'none', flavor: { gpu_num: 2, cpu: 16, memory: 64 } })
    const row = (await rowOf(id))!
    expect(await buildInstanceSpec(rental.deps, row, await loadBootFacts(rental.deps, row.id))).toMatchObject({
      cpu: 0.5,
      memory_mb: 2048,
      gpu_uuids: [],
    })
    expect((await rental.deps.compute.observe(toInstanceRef(rental.deps, row))).phase).toBe('running')
    expect([await cardsOf(id), await cardsOf(neighbour)]).toEqual([0, 2])
    await rental.tick(10 * 3_600_000, 240_000)
    await shutDown(person, id)
    const [, run] = await segmentsOf(person, id)
    expect(run).toMatchObject({ price_hour: '0.10', seconds: 36_000, amount: '1.00' })
    expect(await rental.show(person, id)).toMatchObject({ gpu_mode: 'gpu', status: instanceStatusCodes.shut_down })
    expect(await cardsOf(neighbour)).toBe(2)
    expect(await rental.audit()).toEqual([])
    for (const one of [person, other]) await rental.releaseAll(one)
  })

  it('is followed by a normal boot that asks for cards again, at the rented price', async () => {
    const person = await rental.addPerson()
    const id = await rentAndStop(person)
    await without(person, id)
    await rental.reach(id, instanceStatusCodes.running)
    await shutDown(person, id)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    expect(await cardsOf(id)).toBe(1)
    await rental.reach(id, instanceStatusCodes.running)
    expect((await segmentsOf(person, id)).map(({ price_hour: priceHour }) => priceHour)).toEqual(['2.28', '0.10', '2.28'])
    await rental.releaseAll(person)
  })

  it('is for one instance of an account at a time', async () => {
    const person = await rental.addPerson()
    const [first, second] = [await rentAndStop(person), await rentAndStop(person)]
    expect((await without(person, first)).status).toBe(200)
    const both = await Promise.all([without(person, second), without(person, second)])
    expect(both.map(({ code }) => code)).toEqual([resultCodes.no_gpu_taken.code, resultCodes.no_gpu_taken.code])
    await rental.reach(first, instanceStatusCodes.running)
    await shutDown(person, first)
    expect((await without(person, second)).status).toBe(200)
    const other = await rental.addPerson()
    expect((await without(other, await rentAndStop(other))).status).toBe(200)
    for (const one of [person, other]) await rental.releaseAll(one)
  })

  it('asks the balance for an hour at its own price only', async () => {
    const person = await rental.addPerson({ balance: '2.40' })
    const id = await rentAndStop(person)
    await rental.rent(person)
    expect((await without(person, id)).status).toBe(200)
    await rental.releaseAll(person)
    const poor = await rental.addPerson({ balance: '2.28' })
    const lean = await rental.rent(poor)
    await rental.tick(3_500_000, 240_000)
    await shutDown(poor, lean)
    expect((await rental.act(poor, lean, 'start')).code).toBe(resultCodes.insufficient_balance.code)
    expect((await without(poor, lean)).code).toBe(resultCodes.insufficient_balance.code)
    await rental.recharge(poor.id, '0.10')
    expect((await without(poor, lean)).status).toBe(200)
    await rental.releaseAll(poor)
  })

  it('of a package costs nothing more and keeps its cards reserved', async () => {
    const person = await rental.addPerson()
    const id = await rentAndStop(person, { charge_rule: 'day' })
    const { cash } = await rental.walletOf(person)
    await without(person, id)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.tick(3_600_000, 240_000)
    expect([await cardsOf(id), (await rental.walletOf(person)).cash]).toEqual([1, cash])
    expect(await segmentsOf(person, id)).toEqual([])
    expect(await rental.audit()).toEqual([])
    await shutDown(person, id)
    expect(await cardsOf(id)).toBe(1)
    await rental.releaseAll(person)
  })

  it('right after a failure gives the cards back that it fell with', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    await rental.observe()
    expect((await without(person, id)).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    expect(await cardsOf(id)).toBe(0)
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })
})
