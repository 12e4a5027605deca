import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { operatorWaiting } from '#contract/operator/waiting.ts'
import type { ObservedInstance } from '#server/ports/compute.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
let people: Person[]
beforeEach(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
  admin = await rental.addPerson({ role: 'operator_admin' })
  people = await rental.addPeople(4)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rental.close()
})

const params = { id: 'host-1' }
const host = async () => (await admin.call(operatorHosts.get, { params })).data
const restore = (as = admin) => as.call(operatorHosts.restore, { params, body: { reason: '已重装驱动' } })
const heard = async () =>
  (await admin.call(notifications.list, { query: { page_size: 100 } })).data.filter(({ title }) => /停止接收/.test(title)).length

/** Orders an instance whose boot fails like this. */
async function fail(person: Person, failure: Pick<ObservedInstance, 'reason' | 'exit_code'>): Promise<void> {
  const seen = vi.spyOn(rental.deps.compute, 'ensureRunning')
  seen.mockImplementation(async (ref) => ({ ref, phase: 'failed', observed_at: rental.clock.now(), ...failure }))
  const { instance_id: id } = (await rental.order(person)).data
  await rental.reach(id!, instanceStatusCodes.abnormal)
  seen.mockRestore()
  await rental.tick(5_000)
}
const gone = { reason: 'GpuMissing' } as const

describe('decision 124 A host where boots keep failing', () => {
  it('takes no new instances after three in a row of more than one person, says why, and asks for a decision', async () => {
    const running = await rental.rent(people[3]!)
    for (const person of people.slice(0, 2)) await fail(person, gone)
    expect((await host()).state).toBe('open')
    await fail(people[2]!, gone)
    expect(await host()).toMatchObject({ state: 'held', drain_reason: expect.stringContaining('连续 3 台实例启动失败') })
    expect((await rental.order(people[3]!)).code).toBe(resultCodes.no_free_gpu.code)
    expect((await rental.show(people[3]!, running)).status).toBe(2)
    expect(await heard()).toBe(1)
    const waiting = (await admin.call(operatorWaiting.get)).data.find((one) => one.queue === 'operator-hosts')
    expect(waiting).toMatchObject({ count: 1, oldest_at: expect.any(String) })
    expect((await admin.call(operatorHosts.list, { query: { todo: 'true' } })).total).toBe(1)
  })

  it('comes back by an administrator alone, and begins to count anew', async () => {
    for (const person of people.slice(0, 3)) await fail(person, gone)
    expect((await restore(people[0]!)).status).toBe(403)
    expect((await admin.call(operatorHosts.undrain, { params })).code).toBe(resultCodes.host_state.code)
    expect((await restore()).data).toMatchObject({ state: 'open', drain_reason: null, held_at: null })
    expect((await restore()).code).toBe(resultCodes.host_state.code)
    await fail(people[3]!, gone)
    expect((await host()).state).toBe('open')
    await rental.rent(people[3]!)
  })

  it('is one no more after a boot that succeeded', async () => {
    for (const person of people.slice(0, 2)) await fail(person, gone)
    await rental.rent(people[2]!)
    await fail(people[3]!, gone)
    expect((await host()).state).toBe('open')
  })

  it('is not made by one person, nor by images and programs that fail', async () => {
    for (let count = 0; count < 3; count += 1) await fail(people[0]!, gone)
    expect((await host()).state).toBe('open')
    for (const failure of [
      { reason: 'ImageNotFound' },
      { reason: 'OutOfMemory', exit_code: 137 },
      { reason: 'ExitedError', exit_code: 127 },
    ] as const)
      await fail(people[1]!, failure)
    expect((await host()).state).toBe('open')
    await fail(people[2]!, { reason: 'ExitedError' })
    expect((await host()).state).toBe('held')
  })

  it('keeps the drain of an operator, which the platform never makes its own', async () => {
    await admin.call(operatorHosts.drain, { params, body: { reason: '硬盘告警' } })
    await admin.call(operatorHosts.undrain, { params })
    for (const person of people.slice(0, 2)) await fail(person, gone)
    const late = people[2]!
    await fail(late, { reason: 'DiskFull' })
    expect(await host()).toMatchObject({ state: 'held', drain_reason: expect.stringContaining('磁盘空间不足') })
    // As a node of the version before ends and begins a drain.
    await rental.deps.database.kysely.updateTable('hosts').set({ drained_at: null, drain_reason: null }).execute()
    expect(await host()).toMatchObject({ state: 'open', held_at: null })
    await admin.call(operatorHosts.drain, { params, body: { reason: '硬盘告警' } })
    expect(await host()).toMatchObject({ state: 'drained', held_at: null })
    expect((await restore()).code).toBe(resultCodes.host_state.code)
  })
})
