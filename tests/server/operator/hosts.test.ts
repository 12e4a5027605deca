import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { products } from '#contract/products.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { buildSimulatedHost, testRegionId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
beforeEach(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 4)] })
  admin = await rental.addPerson({ role: 'operator_admin' })
})
afterEach(() => rental.close())

const hourMs = 3_600_000
const params = { id: 'host-1' }
const idles = async () => (await rental.call(products.get, { params: { id: toProductId('RTX 4090') } })).data.gpu_idles
const host = async () => (await admin.call(operatorHosts.get, { params })).data
const announce = (aheadMs: number) =>
  admin.call(operatorHosts.announce, {
    params,
    body: { starts_at: new Date(rental.clock.now().getTime() + aheadMs).toISOString(), hours: 2, reason: '更换网卡' },
  })
const titles = async (person: Person, pattern: RegExp) =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data.filter(({ title }) => pattern.test(title)).length

/** Lets hours pass in steps in which the clock counts as steady, with the jobs running. */
const pass = (hours: number) => rental.tick(hours * 3_600_000, 5 * 60_000)

describe('product §10 Draining a host', () => {
  it('takes nothing new while what runs keeps running', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    expect((await admin.call(operatorHosts.drain, { params, body: { reason: '硬盘告警' } })).data.state).toBe('drained')
    expect(await idles()).toBe(0)
    expect((await rental.order(person)).code).toBe(resultCodes.no_free_gpu.code)
    await rental.tick(60_000)
    expect((await rental.show(person, id)).status).toBe(2)
    // A free card is not given to what was shut down, either.
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, 7)
    expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.no_free_gpu.code)
    expect((await admin.call(operatorHosts.undrain, { params })).data.state).toBe('open')
    expect((await rental.act(person, id, 'start')).status).toBe(200)
  })

  it('outlasts what the driver reports', async () => {
    await admin.call(operatorHosts.drain, { params, body: { reason: '硬盘告警' } })
    await syncHosts(rental.deps, () => testRegionId)
    expect(await host()).toMatchObject({ state: 'drained', drain_reason: '硬盘告警' })
    expect(await idles()).toBe(0)
  })
})

describe('A host that the driver finds unfit for tenants', () => {
  it('takes nothing, and says why until it is mended', async () => {
    const { compute } = rental.deps
    const report = (change: Partial<ComputeHost>) => async () =>
      (await describeHosts(simulated)).map((facts) => ({ host: facts.name, facts: { ...facts, ...change } }))
    const simulated = { inventory: compute.inventory.bind(compute) }
    const problem = '实例里能连到 169.254.169.254:80。请在这台主机上以 root 运行 sh scripts/tenant-host.sh'
    const seen = vi.spyOn(compute, 'inventory')
    seen.mockImplementation(report({ schedulable: false, problem }))
    await syncHosts(rental.deps, () => testRegionId)
    expect(await host()).toMatchObject({ state: 'unreachable', problem, isolation: [] })
    expect(await idles()).toBe(0)
    seen.mockImplementation(report({ isolation: ['checked', 'userns'] }))
    await syncHosts(rental.deps, () => testRegionId)
    expect(await host()).toMatchObject({ state: 'open', problem: null, isolation: ['checked', 'userns'] })
    expect(await idles()).toBe(4)
    vi.restoreAllMocks()
  })
})

describe('product §10 Registering a host', () => {
  it('is what a host needs that nobody has heard of, before it takes anything', async () => {
    const { kysely } = rental.deps.database
    await kysely.deleteFrom('gpus').execute()
    await kysely.deleteFrom('hosts').execute()
    await syncHosts(rental.deps, () => null)
    expect(await host()).toMatchObject({ state: 'pending', region_id: null })
    expect(await idles()).toBe(0)
    const register = (region: string) => admin.call(operatorHosts.register, { params, body: { region_id: region } })
    expect((await register('nowhere')).errors).toHaveProperty('region_id')
    expect((await register(testRegionId)).data).toMatchObject({ state: 'open', region_id: testRegionId })
    expect(await idles()).toBe(4)
    expect((await register(testRegionId)).code).toBe(resultCodes.host_state.code)
    await syncHosts(rental.deps, () => null)
    expect((await host()).region_id).toBe(testRegionId)
  })
})

describe('requirements §9 Maintenance', () => {
  it('is announced 24 hours ahead at least', async () => {
    expect((await announce(24 * hourMs - 1000)).errors).toHaveProperty('starts_at')
    expect((await announce(24 * hourMs)).data).toMatchObject({ state: 'announced', maintenance: { status: 'announced' } })
    expect((await announce(25 * hourMs)).code).toBe(resultCodes.host_state.code)
  })

  it('tells whoever is on the host at once and an hour before, once each, and nobody else', async () => {
    const [tenant, stranger] = await rental.addPeople(2)
    const id = await rental.rent(tenant!)
    await announce(24 * hourMs + 60_000)
    expect(await titles(tenant!, /主机将于/)).toBe(1)
    await pass(22)
    expect(await titles(tenant!, /主机将于/)).toBe(1)
    await pass(1.5)
    expect(await titles(tenant!, /开始维护/)).toBe(1)
    expect(await titles(stranger!, /维护/)).toBe(0)
    const events = (await tenant!.call(instances.events, { params: { id } })).data
    expect(events.some(({ actor, title }) => actor === 'operator' && title.includes('维护'))).toBe(true)
  })

  it('shuts down what still runs when it begins, keeps it down, and gives packages their time back', async () => {
    const metered = await rental.addPerson({ balance: '1000.00' })
    const packaged = await rental.addPerson({ balance: '1000.00' })
    const [one, two] = [await rental.rent(metered), await rental.rent(packaged, { charge_rule: 'week', quantity: 2 })]
    const expires = (await rental.show(packaged, two)).expire_at!
    await announce(24 * hourMs)
    await pass(24)
    for (const id of [one, two]) await rental.reach(id, 7)
    expect((await rental.show(metered, one)).reason).toBe('maintenance')
    for (const [person, id] of [
      [metered, one],
      [packaged, two],
    ] as const)
      expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.host_in_maintenance.code)
    expect(await host()).toMatchObject({ state: 'maintenance', running: 0 })
    expect((await admin.call(operatorHosts.undrain, { params })).code).toBe(resultCodes.host_state.code)
    await pass(3)
    expect((await admin.call(operatorHosts.finish, { params })).data).toMatchObject({ state: 'open', maintenance: null })
    const laterMs = new Date((await rental.show(packaged, two)).expire_at!).getTime() - new Date(expires).getTime()
    expect(laterMs).toBeGreaterThanOrEqual(3 * hourMs)
    expect(laterMs).toBeLessThan(4 * hourMs)
    expect((await rental.act(packaged, two, 'start')).status).toBe(200)
    expect(await rental.audit()).toEqual([])
  })

  it('can be called off before it begins', async () => {
    const tenant = await rental.addPerson({ balance: '1000.00' })
    const id = await rental.rent(tenant)
    await announce(24 * hourMs)
    expect((await admin.call(operatorHosts.cancel, { params })).data).toMatchObject({ state: 'open', maintenance: null })
    expect(await titles(tenant, /已取消/)).toBe(1)
    await pass(25)
    expect((await rental.show(tenant, id)).status).toBe(2)
    expect((await admin.call(operatorHosts.finish, { params })).code).toBe(resultCodes.host_state.code)
  })
})
