import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { products } from '#contract/products.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { recordHostUnseen } from '#server/domains/rentals/reconcile/observe.service.ts'
import { buildSimulatedHost, testRegionId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeEach(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2), buildSimulatedHost('host-2', 'A100 80GB', 2)],
  })
  person = await rental.addPerson({ balance: '5000.00' })
})
afterEach(() => rental.close())

const secondsOf = async (id: string) =>
  (await person.call(instances.segments, { params: { id } })).data.reduce((sum, { seconds }) => sum + seconds, 0)
const idlesOf = async (model: string) => (await rental.call(products.get, { params: { id: toProductId(model) } })).data.gpu_idles
const sync = () => syncHosts(rental.deps, () => testRegionId)

describe('decision 119 A host that is silent blinds nobody to the others', () => {
  it('its instance is unseen, unbilled and never stopped; those of the other host are metered, and what is lost there is found', async () => {
    const hidden = await rental.rent(person)
    const seen = await rental.rent(person, { model: 'A100 80GB' })
    const lost = await rental.rent(person, { model: 'A100 80GB' })
    await rental.tick(600_000, 15_000)
    const before = await secondsOf(hidden)
    rental.faults.lost_hosts.add('host-1')
    rental.faults.removals.set(lost, { system: true, data: true })
    await rental.tick(3 * 3_600_000, 60_000)
    expect(await rental.show(person, hidden)).toMatchObject({
      status: instanceStatusCodes.running,
      unseen_since: expect.any(String),
    })
    expect(await secondsOf(hidden)).toBe(before)
    expect(await rental.show(person, seen)).toMatchObject({ status: instanceStatusCodes.running, unseen_since: null })
    expect((await secondsOf(seen)) - 600).toBeGreaterThanOrEqual(3 * 3_600)
    expect((await rental.show(person, lost)).status).toBe(instanceStatusCodes.abnormal)
    rental.faults.lost_hosts.clear()
    await rental.tick(60_000, 15_000)
    expect(await rental.show(person, hidden)).toMatchObject({ status: instanceStatusCodes.running, unseen_since: null })
    const back = await secondsOf(hidden)
    await rental.tick(60_000, 15_000)
    expect((await secondsOf(hidden)) - back).toBe(60)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('what ended with it is booted again, also when it fell silent and was back while it was asked', async () => {
    const id = await rental.rent(person)
    const { compute } = rental.deps
    const list = compute.list.bind(compute)
    vi.spyOn(compute, 'list').mockImplementationOnce(async (signal) => {
      await recordHostUnseen(rental.deps, 'host-1')
      rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 255 })
      return list(signal)
    })
    await rental.observe()
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.starting })
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('it takes nothing new and says why, and comes back by itself; nobody changes what it is', async () => {
    const admin = await rental.addPerson({ role: 'operator_admin' })
    const host = async () => (await admin.call(operatorHosts.get, { params: { id: 'host-1' } })).data
    expect([await idlesOf('RTX 4090'), await idlesOf('A100 80GB')]).toEqual([2, 2])
    const before = await host()
    rental.faults.lost_hosts.add('host-1')
    await sync()
    await rental.observe()
    expect([await idlesOf('RTX 4090'), await idlesOf('A100 80GB')]).toEqual([0, 2])
    expect(await host()).toMatchObject({
      state: 'unreachable',
      problem: '主机 host-1 没有应答。',
      unreachable_since: expect.any(String),
      capabilities: before.capabilities,
      cpu: before.cpu,
      seen_at: before.seen_at,
    })
    expect((await rental.order(person)).code).toBe(resultCodes.no_free_gpu.code)
    rental.faults.lost_hosts.clear()
    await sync()
    await rental.observe()
    expect(await host()).toMatchObject({ state: 'open', problem: null, unreachable_since: null })
    expect(await idlesOf('RTX 4090')).toBe(2)
  })

  it('a host that nobody lists any more is silent, and what it had is neither lost nor billed', async () => {
    const id = await rental.rent(person)
    await rental.tick(60_000, 15_000)
    const { compute } = rental.deps
    const list = compute.list.bind(compute)
    compute.list = async (signal) => (await list(signal)).filter(({ host }) => host !== 'host-1')
    await rental.tick(600_000, 15_000)
    expect(await rental.show(person, id)).toMatchObject({
      status: instanceStatusCodes.running,
      unseen_since: expect.any(String),
    })
    expect(await secondsOf(id)).toBe(60)
    compute.list = list
    await rental.releaseAll(person)
  })
})
