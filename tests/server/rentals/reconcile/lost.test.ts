import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8), buildSimulatedHost('host-2', 'A100 80GB', 4)],
  })
})
afterAll(() => rental.close())
afterEach(() => {
  vi.restoreAllMocks()
  rental.faults.unavailable = false
  rental.faults.lost_hosts.clear()
})

const refOf = (id: string) => ({ installation_id: rental.deps.installation_id, id, generation: 1, host: 'host-1' })
const secondsOf = async (person: Person, id: string) =>
  (await person.call(instances.segments, { params: { id } })).data.reduce((sum, { seconds }) => sum + seconds, 0)
const phaseOf = async (id: string) => (await rental.deps.compute.observe(refOf(id))).phase

describe('product §4 An instance that is lost', () => {
  it('exits by itself: abnormal, billed as it was seen, the owner is told, the cards are free', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(600_000, 15_000)
    rental.faults.crashes.set(id, { reason: 'OutOfMemory', exit_code: 137 })
    await rental.tick(60_000)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.abnormal, reason: 'fault' })
    expect(await secondsOf(person, id)).toBe(600)
    const { data } = await person.call(notifications.list, { query: { class: 'system' } })
    expect(data[0]).toMatchObject({ title: '实例 训练 异常', link: `/console/container-instance/detail/${id}` })
    expect(data[0]!.content).toContain('137')
    expect(await rental.freeCards('RTX 4090')).toBe(8)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('is evicted by its engine: abnormal like any other failure, though nobody was looking, and billed as it was seen', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(600_000, 15_000)
    rental.faults.crashes.set(id, { reason: 'Evicted', exit_code: 137 })
    await rental.clock.advance(300_000)
    await rental.observe()
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.abnormal, reason: 'fault' })
    expect(await secondsOf(person, id)).toBe(600)
    await rental.releaseAll(person)
  })

  it('vanishes: missing once is noted, missing twice is lost, and is billed as it was seen', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(600_000, 15_000)
    await rental.deps.compute.ensureAbsent(refOf(id))
    await rental.clock.advance(100_000)
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.clock.advance(100_000)
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.abnormal)
    expect(await secondsOf(person, id)).toBe(600)
    await rental.tick(60_000)
    expect(await rental.freeCards('RTX 4090')).toBe(8)
    await rental.releaseAll(person)
  })

  it('is missing from one list only: it runs on, and the seconds between are billed', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(60_000, 15_000)
    vi.spyOn(rental.deps.compute, 'list').mockResolvedValueOnce([{ host: 'host-1', complete: true, seen: [] }])
    for (let look = 0; look < 3; look += 1) {
      await rental.clock.advance(60_000)
      await rental.observe()
    }
    vi.spyOn(rental.deps.compute, 'list').mockResolvedValueOnce([{ host: 'host-1', complete: true, seen: [] }])
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.observe()
    await rental.act(person, id, 'shutdown')
    expect(await secondsOf(person, id)).toBe(240)
    await rental.tick(5_000)
    await rental.releaseAll(person)
  })

  it('is started by a worker that was overtaken, after it was shut down: it is stopped again, unseen and unbilled', async () => {
    const person = await rental.addPerson()
    const starts = vi.spyOn(rental.deps.compute, 'ensureRunning')
    const id = await rental.rent(person)
    await rental.tick(60_000, 15_000)
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    const billed = await secondsOf(person, id)
    const events = async () => (await person.call(instances.events, { params: { id } })).data.length
    const told = await events()
    await rental.deps.compute.ensureRunning(starts.mock.calls.at(-1)![0])
    await rental.clock.advance(60_000)
    expect(await phaseOf(id)).toBe('running')
    await rental.observe()
    await rental.tick(30_000)
    expect(await phaseOf(id)).toBe('stopped')
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    expect([await secondsOf(person, id), await events()]).toEqual([billed, told])
    await rental.act(person, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('is on a host that does not answer: it stays as it is, and nothing unseen is billed', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(600_000, 15_000)
    rental.faults.lost_hosts.add('host-1')
    await rental.tick(10 * 3_600_000, 300_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    expect(await secondsOf(person, id)).toBe(600)
    await rental.act(person, id, 'shutdown')
    expect(await secondsOf(person, id)).toBe(600)
    rental.faults.lost_hosts.clear()
    await rental.tick(120_000)
    await rental.releaseAll(person)
  })
})

describe('product §4 A list that fails', () => {
  it('concludes nothing of the instance, however often, and bills nothing', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(60_000, 15_000)
    rental.faults.unavailable = true
    for (let look = 0; look < 5; look += 1) {
      await rental.clock.advance(600_000)
      await expect(rental.observe()).rejects.toThrow()
    }
    rental.faults.unavailable = false
    await rental.work()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    expect(await secondsOf(person, id)).toBe(60)
    await rental.releaseAll(person)
  })
})

describe('product §4 What belongs to nobody', () => {
  const setApart = async () => {
    const rows = rental.deps.database.kysely.selectFrom('quarantined_objects').select('instance_id')
    return (await rows.execute()).map(({ instance_id: instanceId }) => instanceId)
  }
  const strangers = (host: string, model: string, count: number) =>
    buildVirtualGpus(host, [{ model, count }]).map(({ uuid }, n) => ({
      ...refOf(`gpu-orphan-${host}-${n}`),
      host,
      image: 'zhisuan/pytorch:2.6',
      cpu: 1,
      memory_mb: 1024,
      gpu_model: model,
      gpu_uuids: [uuid],
      sys_disk_gb: 30,
      data_disk_gb: 50,
      hostname: 'orphan',
      authorized_keys: [],
    }))

  it('is set apart, but not what another installation runs', async () => {
    const [stranger, foreign] = strangers('host-2', 'A100 80GB', 2)
    await rental.deps.compute.ensureRunning(stranger!)
    await rental.deps.compute.ensureRunning({ ...foreign!, installation_id: 'other' })
    await rental.observe()
    expect(await setApart()).toEqual([stranger!.id])
    expect(await phaseOf(stranger!.id)).not.toBe('absent')
    await rental.deps.compute.ensureAbsent(stranger!)
    await rental.deps.compute.ensureAbsent({ ...foreign!, installation_id: 'other' })
  })

  it('on a host that does not answer keeps nothing else from being set apart', async () => {
    const [stuck] = strangers('host-1', 'RTX 4090', 1)
    const [stranger] = strangers('host-2', 'A100 80GB', 1)
    await rental.deps.compute.ensureRunning(stuck!)
    await rental.deps.compute.ensureRunning(stranger!)
    rental.faults.lost_hosts.add('host-1')
    await rental.observe()
    expect(await setApart()).toContain(stranger!.id)
    expect(await setApart()).not.toContain(stuck!.id)
    rental.faults.lost_hosts.clear()
    await rental.observe()
    expect(await setApart()).toContain(stuck!.id)
    await rental.deps.compute.ensureAbsent(stuck!)
    await rental.deps.compute.ensureAbsent(stranger!)
  })

  it('is never an instance that was ordered while the list was drawn up', async () => {
    const person = await rental.addPerson()
    const list = rental.deps.compute.list.bind(rental.deps.compute)
    let id = ''
    vi.spyOn(rental.deps.compute, 'list').mockImplementationOnce(async () => {
      id = (await rental.order(person)).data.instance_id!
      await rental.reconcile()
      return list()
    })
    await rental.observe()
    expect(await phaseOf(id)).toBe('creating')
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })
})

describe('product §4 A list that is older than the rows', () => {
  it('does not make an instance abnormal that has come up since', async () => {
    const person = await rental.addPerson()
    const id = (await rental.order(person)).data.instance_id!
    await rental.reconcile()
    const list = rental.deps.compute.list.bind(rental.deps.compute)
    vi.spyOn(rental.deps.compute, 'list').mockImplementationOnce(async () => {
      const listed = await list()
      await rental.clock.advance(4_000)
      await rental.reconcile()
      return listed
    })
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('does not make an instance abnormal that was restarted since', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    const list = rental.deps.compute.list.bind(rental.deps.compute)
    vi.spyOn(rental.deps.compute, 'list').mockImplementationOnce(async () => {
      const listed = await list()
      await rental.act(person, id, 'restart')
      await rental.reconcile()
      for (let second = 0; second < 8; second += 1) {
        await rental.clock.advance(1_000)
        await rental.reconcile()
      }
      return listed
    })
    await rental.observe()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('does not bill the time of the list twice', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const list = rental.deps.compute.list.bind(rental.deps.compute)
    for (let look = 0; look < 5; look += 1) {
      await rental.clock.advance(60_000)
      vi.spyOn(rental.deps.compute, 'list').mockImplementationOnce(async () => {
        const listed = await list()
        // Somebody else looks while this list is still on its way.
        await rental.clock.advance(20_000)
        await rental.observe()
        return listed
      })
      await rental.observe()
    }
    await rental.act(person, id, 'shutdown')
    expect(await secondsOf(person, id)).toBe(400)
    await rental.releaseAll(person)
  })
})
