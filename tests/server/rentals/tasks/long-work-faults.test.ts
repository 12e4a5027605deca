import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { runCrashingWorker } from '#tests/support/crashing-worker.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { waitUntil } from '#tests/support/until.ts'

let rental: RentalPlatform
let work: ReturnType<typeof createLongTaskHelper>
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 4), buildSimulatedHost('host-2', 'RTX 4090', 8)],
  })
  work = createLongTaskHelper(rental)
})
afterAll(() => rental.close())
afterEach(() => vi.restoreAllMocks())

const deaths = ['before_call', 'after_call'] as const
/** Longer than a lease: what the dead had taken is free again. */
const afterLeaseMs = 65_000

/** A worker dies at each of its next calls of the engine, `times` over; then a healthy one carries on. */
async function dieAndGoOn(when: (typeof deaths)[number], times = 1): Promise<void> {
  for (let death = 0; death < times; death += 1) {
    await runCrashingWorker(rental.deps, when, 'tasks')
    await rental.clock.advance(afterLeaseMs)
  }
  await rental.tick(afterLeaseMs)
}
const done = async (person: Person, id: string, status: number) => {
  expect(await rental.show(person, id)).toMatchObject({ status, task: null })
  expect(await rental.audit()).toEqual([])
}
/** Until when the row is in a worker's hands. */
const leaseOf = async (id: string) => {
  const { kysely } = rental.deps.database
  const { lease_until: leaseUntil } = await kysely
    .selectFrom('instances')
    .select('lease_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return leaseUntil?.getTime()
}
/** Titles of what ended, as often as it did. */
const endings = async (person: Person, id: string) =>
  (await person.call(instances.events, { params: { id }, query: { page_size: 100 } })).data
    .map(({ title }) => title)
    .filter((title) => ['镜像已保存', '迁移完成', '克隆完成'].includes(title))

describe('decision 014 A worker that dies in the midst of long work', () => {
  it.each(deaths)('%s while an image is saved: one snapshot, one ending', async (when) => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.save(person, id)
    const targets = new Set<string>()
    const snapshot = rental.deps.compute.snapshot.bind(rental.deps.compute)
    vi.spyOn(rental.deps.compute, 'snapshot').mockImplementation((ref, target, onPercent) => {
      targets.add(target)
      return snapshot(ref, target, onPercent)
    })
    await dieAndGoOn(when, 2)
    await done(person, id, instanceStatusCodes.running)
    expect([targets.size, await endings(person, id)]).toEqual([1, ['镜像已保存']])
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'ready' }])
    await rental.releaseAll(person)
  })

  it.each(deaths)('%s while an instance is moved: it arrives once, with one set of cards', async (when) => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    await work.migrate(person, id, { host_id: 'host-2', start: true })
    await dieAndGoOn(when, 2)
    await done(person, id, instanceStatusCodes.running)
    expect([await work.cardsOf(id), await endings(person, id)]).toEqual([['host-2'], ['迁移完成']])
    await rental.releaseAll(person)
  })

  it.each(deaths)('%s while an instance is cloned: both have their disks', async (when) => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    await work.shutDown(person, id)
    const { data: order } = await work.clone(person, id)
    await dieAndGoOn(when, 3)
    await done(person, id, instanceStatusCodes.shut_down)
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
    expect(await work.shell(order.instance_id!, 1, 'cat /root/file /workspace/data')).toBe('mine\ndata')
    expect(await endings(person, id)).toEqual(['克隆完成'])
    await rental.releaseAll(person)
  })

  it.each(deaths)('%s while it clears away what failed: all is as before, told once', async (when) => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    await work.save(person, id)
    rental.faults.unavailable = true
    await rental.clock.advance(61 * 60_000)
    await rental.reconcile()
    rental.faults.unavailable = false
    await rental.clock.advance(afterLeaseMs)
    await dieAndGoOn(when, 2)
    await done(person, id, instanceStatusCodes.shut_down)
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'failed' }])
    await rental.releaseAll(person)
  })
})

describe('decision 014 Long work', () => {
  it('keeps its lease for as long as the engine takes, so that no other worker begins it too', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.save(person, id)
    let calls = 0
    let finish = () => {}
    vi.spyOn(rental.deps.compute, 'snapshot').mockImplementation(async (_ref, _target, onPercent) => {
      calls += 1
      onPercent(40)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { size_mb: 2048 }
    })
    const working = rental.reconcile()
    await waitUntil(() => expect(calls).toBe(1))
    for (let minute = 0; minute < 10; minute += 1) {
      for (let third = 0; third < 3; third += 1) {
        await rental.clock.advance(20_000)
        await waitUntil(async () => expect(await leaseOf(id)).toBe(rental.clock.now().getTime() + 60_000))
      }
      await runCrashingWorker(rental.deps, 'before_call', 'tasks')
    }
    await waitUntil(async () => expect((await rental.show(person, id)).task).toMatchObject({ percent: 40 }))
    finish()
    await working
    expect(calls).toBe(1)
    expect((await work.imagesOf(person))[0]).toMatchObject({ state: 'ready', size_gb: 2 })
    await rental.releaseAll(person)
  })

  it('breaks off and is taken up again by itself', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    rental.faults.interrupted_copies = 3
    await work.save(person, id)
    await rental.tick(60_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'ready' }])
    await rental.releaseAll(person)
  })

  it('survives a change of the row while the engine works', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.save(person, id)
    const snapshot = rental.deps.compute.snapshot.bind(rental.deps.compute)
    vi.spyOn(rental.deps.compute, 'snapshot').mockImplementationOnce(async (...args) => {
      const saved = await snapshot(...args)
      await person.call(instances.update, { params: { id }, body: { nick_name: '新名字' } })
      return saved
    })
    await rental.reach(id, instanceStatusCodes.running)
    expect(await endings(person, id)).toEqual(['镜像已保存'])
    await rental.releaseAll(person)
  })
})
