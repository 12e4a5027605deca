import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorGpus } from '#contract/operator/gpus.ts'
import { operatorQuarantine } from '#contract/operator/quarantine.ts'
import { removeQuarantinedObjects } from '#server/domains/rentals/reconcile/quarantine.service.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
  admin = await rental.addPerson({ role: 'operator_admin' })
})
afterAll(() => rental.close())

const installation = () => ({ installation_id: rental.deps.installation_id })
const specOf = (id: string, changes: Partial<InstanceSpec> = {}): InstanceSpec => ({
  ...installation(),
  id,
  generation: 1,
  host: 'host-1',
  image: 'zhisuan/pytorch:2.6',
  cpu: 1,
  memory_mb: 1024,
  gpu_model: 'RTX 4090',
  gpu_uuids: [],
  sys_disk_gb: 30,
  data_disk_gb: 50,
  hostname: 'stranger',
  authorized_keys: [],
  ...changes,
})
/** What a newer database than ours had made: it runs, and there is a file on its data disk. */
async function strange(id: string, generation = 1, cards: readonly string[] = []): Promise<void> {
  const spec = specOf(id, { generation, gpu_uuids: cards })
  await rental.deps.compute.ensureRunning(spec)
  await rental.clock.advance(20_000)
  await createLongTaskHelper(rental).shell(id, generation, 'echo kept > /workspace/file')
}
const refOf = (id: string, generation = 1) => ({ ...installation(), id, generation, host: 'host-1' })
const phaseOf = async (id: string, generation = 1) => (await rental.deps.compute.observe(refOf(id, generation))).phase
const fileOf = (id: string, generation = 1) => createLongTaskHelper(rental).shell(id, generation, 'cat /workspace/file')
const listed = async (keyword: string) => (await admin.call(operatorQuarantine.list, { query: { keyword } })).data
const remove = (id: string, confirm: string, who = admin) =>
  who.call(operatorQuarantine.remove, { params: { id }, body: { confirm, reason: '已与用户确认' } })
const lookAround = async () => {
  for (let look = 0; look < 3; look += 1) {
    await rental.clock.advance(60_000)
    await rental.observe()
  }
}

describe('decision 049 What the database does not know', () => {
  it('is set apart and told to the operators, and nothing of it is touched', async () => {
    await strange('gpu-newer')
    await lookAround()
    expect(await phaseOf('gpu-newer')).toBe('running')
    expect(await fileOf('gpu-newer')).toBe('kept')
    expect(await listed('gpu-newer')).toMatchObject([
      { instance_id: 'gpu-newer', generation: 1, known_generation: null, phase: 'running', state: 'kept', data_disk_mb: 1 },
    ])
    const { data } = await admin.call(notifications.list, { query: { class: 'system' } })
    const told = data.filter(({ content }) => content.includes('gpu-newer'))
    expect(told.map(({ title }) => title)).toEqual(['计算引擎上有数据库不认识的实例'])
  })

  it('keeps its cards from being sold as long as it uses them, also where one is leased to an instance of ours', async () => {
    const free = () => rental.freeCards('RTX 4090')
    const held = async () => (await admin.call(operatorGpus.list, { query: { held: 'true', page_size: 20 } })).data
    const person = await rental.addPerson({ balance: '1000.00' })
    const own = await rental.rent(person, { charge_rule: 'day' })
    await createLongTaskHelper(rental).shutDown(person, own)
    const { data: all } = await admin.call(operatorGpus.list, { query: { page_size: 20 } })
    const leased = all.find((card) => card.instance_id === own)!
    const used = [leased, ...all.filter((card) => card.state === 'free').slice(0, 5)].map(({ id }) => id)
    await strange('gpu-with-cards', 1, used)
    await rental.observe()
    expect((await held()).map(({ id, held_reason: reason }) => [id, reason])).toEqual(
      used.toSorted().map((id) => [id, '隔离中的实例正在使用：gpu-with-cards']),
    )
    expect((await rental.order(person, { gpu_num: 3 })).code).toBe(resultCodes.no_free_gpu.code)
    await createLongTaskHelper(rental).boot(person, own)
    const heldByOwn = (await admin.call(operatorGpus.list, { query: { keyword: own } })).data
    expect(heldByOwn.map(({ id }) => used.includes(id))).toEqual([false])
    rental.faults.lost_hosts.add('host-1')
    await rental.observe()
    expect(await held()).toHaveLength(used.length)
    rental.faults.lost_hosts.clear()
    await rental.deps.compute.ensureStopped(refOf('gpu-with-cards'), { grace_seconds: 0 })
    await lookAround()
    expect(await held()).toEqual([])
    expect(await free()).toBe(7)
    await rental.releaseAll(person)
  })

  it('is removed when an operator says which it is, and only then', async () => {
    await strange('gpu-unwanted')
    await lookAround()
    const [object] = await listed('gpu-unwanted')
    expect((await remove(object!.id, 'gpu-newer')).code).toBe(resultCodes.quarantine_confirm.code)
    await removeQuarantinedObjects(rental.deps)
    expect(await phaseOf('gpu-unwanted')).toBe('running')
    expect((await remove(object!.id, 'gpu-unwanted')).data.state).toBe('removing')
    expect((await remove(object!.id, 'gpu-unwanted')).code).toBe(resultCodes.quarantine_ended.code)
    await removeQuarantinedObjects(rental.deps)
    expect(await phaseOf('gpu-unwanted')).toBe('absent')
    expect(await rental.deps.compute.findDataDisk(refOf('gpu-unwanted'))).toBeUndefined()
    expect(await listed('gpu-unwanted')).toMatchObject([{ state: 'removed' }])
    expect((await admin.call(operatorAudit.history, { params: { id: object!.id } })).data).toHaveLength(1)
    expect(await phaseOf('gpu-newer')).toBe('running')
  })

  it('is an instance of ours as well, where the engine has a newer generation of it: nothing we want deletes that', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await createLongTaskHelper(rental).shutDown(person, id)
    // A newer database gave it another image.
    await strange(id, 2)
    await lookAround()
    expect(await listed(id)).toMatchObject([{ generation: 2, known_generation: 1, state: 'kept' }])
    await rental.act(person, id, 'release')
    await rental.tick(60_000)
    expect((await createLongTaskHelper(rental).rowOf(id)).released_at).not.toBeNull()
    expect(await phaseOf(id, 2)).toBe('running')
    expect(await fileOf(id, 2)).toBe('kept')
    await lookAround()
    expect(await fileOf(id, 2)).toBe('kept')
  })

  it('of an instance that lives here is removed without the data disk, which is the data of the older generation', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await createLongTaskHelper(rental).shutDown(person, id)
    await strange(id, 2)
    await rental.observe()
    const [object] = await listed(id)
    await remove(object!.id, id)
    await removeQuarantinedObjects(rental.deps)
    expect(await phaseOf(id, 2)).toBe('absent')
    expect(await rental.deps.compute.findDataDisk(refOf(id))).toMatchObject({ size_mb: 1 })
    await rental.releaseAll(person)
    expect(await rental.deps.compute.findDataDisk(refOf(id))).toBeUndefined()
  })

  it('is ours again as soon as our own row has come as far', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await createLongTaskHelper(rental).shutDown(person, id)
    await strange(id, 2)
    await rental.observe()
    await sql`update instances set generation = 2 where id = ${id}`.execute(rental.deps.database.kysely)
    await rental.observe()
    const [object] = await listed(id)
    expect(object).toMatchObject({ state: 'known' })
    expect((await remove(object!.id, id)).code).toBe(resultCodes.quarantine_ended.code)
    await rental.act(person, id, 'release')
    await rental.tick(60_000)
    expect(await phaseOf(id, 2)).toBe('absent')
  })
})

describe('decision 049 What this database released itself', () => {
  it('is removed when something of it turns up again', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.releaseAll(person)
    await rental.deps.compute.ensureRunning(specOf(id))
    await rental.observe()
    expect(await phaseOf(id)).toBe('absent')
    expect(await listed(id)).toEqual([])
  })
})
