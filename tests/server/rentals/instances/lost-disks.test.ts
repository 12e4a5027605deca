import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { type DiskKind, instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { queue } from '#contract/queue.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())

const refOf = (id: string) => ({ installation_id: rental.deps.installation_id, id, generation: 1, host: 'host-1' })
const lose = (id: string, ...disks: DiskKind[]) =>
  rental.faults.removals.set(id, { system: disks.includes('system'), data: disks.includes('data') })
const lastEvent = async (person: Person, id: string) =>
  (await person.call(instances.events, { params: { id } })).data.find(({ status }) => status === instanceStatusCodes.abnormal)
const lastNotice = async (person: Person) =>
  (await person.call(notifications.list, { query: { class: 'system' } })).data[0]!.content
const start = (person: Person, id: string, acceptLost?: DiskKind[]) =>
  person.call(instances.start, { params: { id }, body: acceptLost ? { accept_lost: acceptLost } : {} })

async function rentAndLose(...disks: DiskKind[]): Promise<{ person: Person; id: string }> {
  const person = await rental.addPerson()
  const id = await rental.rent(person)
  lose(id, ...disks)
  await rental.observe()
  await rental.observe()
  await rental.reach(id, instanceStatusCodes.abnormal)
  return { person, id }
}

describe('A container that vanishes is said for what it is', () => {
  it.each([
    [['system'], '系统盘已丢失，数据盘（/workspace）仍在'],
    [['system', 'data'], '系统盘和数据盘（/workspace）已丢失'],
  ] as [DiskKind[], string][])('with %j: event, notice and detail name what is lost and what is left', async (disks, words) => {
    const { person, id } = await rentAndLose(...disks)
    expect((await rental.show(person, id)).lost_disks).toEqual(disks)
    expect((await lastEvent(person, id))!.detail).toBe(`容器在计算节点上消失。${words}。`)
    expect(await lastNotice(person)).toContain(words)
    expect(await lastNotice(person)).not.toContain('数据保留')
    await rental.releaseAll(person)
  })

  it('a process that ends by itself leaves the disks, and that is said', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    await rental.observe()
    expect((await rental.show(person, id)).lost_disks).toEqual([])
    expect(await lastNotice(person)).toContain('数据保留')
    await rental.releaseAll(person)
  })

  it('an instance that never ran is promised no data', async () => {
    const person = await rental.addPerson()
    rental.faults.pull_error = 'ImageNotFound'
    const { instance_id: id } = (await rental.order(person)).data
    await rental.reach(id!, instanceStatusCodes.abnormal)
    rental.faults.pull_error = undefined
    expect(await lastNotice(person)).not.toContain('数据保留')
    await rental.releaseAll(person)
  })
})

describe('A boot after a loss', () => {
  it('is refused until every lost disk is named, and then gives an empty one beside what is left', async () => {
    const { person, id } = await rentAndLose('system', 'data')
    const refused = await start(person, id)
    expect([refused.status, refused.code]).toEqual([409, '00200016'])
    expect(refused.message).toContain('系统盘和数据盘（/workspace）在主机上已经丢失')
    expect((await start(person, id, ['system'])).code).toBe('00200016')
    expect((await person.call(instances.start_without_gpu, { params: { id } })).code).toBe('00200016')
    const { data: bulk } = await person.call(instances.bulk, { body: { ids: [id], action: 'start' } })
    expect(bulk[0]).toMatchObject({ ok: false, code: '00200016' })
    expect((await start(person, id, ['data', 'system'])).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    expect((await rental.show(person, id)).lost_disks).toEqual([])
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect((await start(person, id)).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it.each([[['data']], [['system']], [['system', 'data']]] as [DiskKind[]][])(
    'of one that lost %j while it was shut down says so instead of booting with empty disks',
    async (disks) => {
      const person = await rental.addPerson()
      const id = await rental.rent(person)
      await rental.act(person, id, 'shutdown')
      await rental.reach(id, instanceStatusCodes.shut_down)
      lose(id, ...disks)
      expect((await start(person, id)).status).toBe(200)
      await rental.reach(id, instanceStatusCodes.abnormal)
      expect((await rental.show(person, id)).lost_disks).toEqual(disks)
      expect((await lastEvent(person, id))!.detail).toContain('已丢失')
      expect((await rental.deps.compute.disks(refOf(id))).data).toBe(!disks.includes('data'))
      expect((await start(person, id)).code).toBe('00200016')
      expect((await start(person, id, disks)).status).toBe(200)
      await rental.reach(id, instanceStatusCodes.running)
      await rental.releaseAll(person)
    },
  )

  it('asks again for what is lost after it was accepted', async () => {
    const { person, id } = await rentAndLose('system')
    expect((await start(person, id, ['system'])).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    lose(id, 'system', 'data')
    await rental.observe()
    await rental.observe()
    await rental.reach(id, instanceStatusCodes.abnormal)
    expect((await start(person, id, ['system'])).code).toBe('00200016')
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('may wait for cards once it is accepted, and is refused a place in the queue before', async () => {
    const { person, id } = await rentAndLose('system')
    const other = await rental.addPerson({ balance: '1000.00' })
    const taken: string[] = []
    while ((await rental.freeCards('RTX 4090')) > 0) taken.push(await rental.rent(other))
    expect((await start(person, id, ['system'])).code).toBe(resultCodes.no_free_gpu.code)
    const join = (acceptLost?: DiskKind[]) =>
      person.call(queue.boot, { params: { id }, body: acceptLost ? { accept_lost: acceptLost } : {} })
    expect((await join()).code).toBe('00200016')
    expect((await join(['data'])).code).toBe('00200016')
    expect((await join(['system'])).status).toBe(200)
    await rental.act(other, taken[0]!, 'shutdown')
    await rental.reach(id, instanceStatusCodes.running)
    expect((await rental.show(person, id)).lost_disks).toEqual([])
    await rental.releaseAll(other)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })
})
