import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let work: ReturnType<typeof createLongTaskHelper>
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2), buildSimulatedHost('host-2', 'RTX 4090', 4)],
  })
  work = createLongTaskHelper(rental)
})
afterAll(() => rental.close())

const look = async (person: Person, id: string) => (await person.call(instances.migration, { params: { id } })).data

describe('product §4 Migration', () => {
  it('says where it can go, takes the data there, and leaves the instance shut down without cards', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    expect(await look(person, id)).toMatchObject({ possible: false, why_not: '当前状态不能迁移', hosts: [] })
    await work.shutDown(person, id)
    expect(await look(person, id)).toEqual({ possible: true, why_not: null, hosts: [{ host_id: 'host-2', gpu_free: 4 }] })
    const reply = await work.migrate(person, id)
    expect(reply.data).toMatchObject({ status: instanceStatusCodes.migrating, task: { kind: 'migrate' } })
    expect([await work.cardsOf(id), await rental.audit()]).toEqual([['host-2'], []])
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect([(await work.rowOf(id)).host_id, await work.cardsOf(id)]).toEqual(['host-2', []])
    expect((await person.call(notifications.list)).data[0]!.title).toBe('实例 训练 已迁移')
    await work.boot(person, id)
    expect(await work.cardsOf(id)).toEqual(['host-2'])
    expect(await work.shell(id, 1, 'cat /root/file /workspace/data')).toBe('mine\ndata')
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('boots on the new host when asked, with the cards that were taken for it', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    await work.migrate(person, id, { start: true })
    await rental.reach(id, instanceStatusCodes.running)
    expect([(await work.rowOf(id)).host_id, await work.cardsOf(id)]).toEqual(['host-2', ['host-2']])
    await rental.releaseAll(person)
  })

  it('that may not boot there stays off, gives the cards back and says why', async () => {
    const person = await rental.addPerson({ balance: '2.28' })
    const id = await rental.rent(person)
    await rental.tick(600_000)
    await work.shutDown(person, id)
    await work.migrate(person, id, { start: true })
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect(await work.cardsOf(id)).toEqual([])
    expect((await person.call(notifications.list)).data[0]!.content).toContain('没有开机：余额不足')
    await rental.releaseAll(person)
  })

  it('of a package keeps its cards where it is until it has arrived', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person, { charge_rule: 'day' })
    await work.migrate(person, id)
    expect((await work.cardsOf(id)).sort()).toEqual(['host-1', 'host-2'])
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect(await work.cardsOf(id)).toEqual(['host-2'])
    await rental.releaseAll(person)
  })

  it('that does not come about leaves everything on the old host, and frees what was taken on the other', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    await work.migrate(person, id)
    rental.faults.lost_hosts.add('host-2')
    await rental.tick(62 * 60_000)
    rental.faults.lost_hosts.clear()
    await rental.tick(60_000)
    expect((await work.rowOf(id)).host_id).toBe('host-1')
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    expect(await work.cardsOf(id)).toEqual([])
    await work.boot(person, id)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('is refused where no other host has cards, where it never ran, and where the engine cannot', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    const other = await rental.addPerson()
    await rental.rent(other, { gpu_num: 4 })
    expect((await look(person, id)).why_not).toBe(resultCodes.no_other_host.message)
    expect((await work.migrate(person, id)).code).toBe(resultCodes.no_other_host.code)
    await rental.releaseAll(other)
    expect((await work.migrate(person, id, { host_id: 'host-1' })).code).toBe(resultCodes.no_other_host.code)
    rental.faults.lacks.set('host-1', ['moves_disks', 'saves_images'])
    await syncHosts(rental.deps, () => testRegionId)
    expect((await look(person, id)).why_not).toBe('这台实例所在的主机不能迁移到另一台主机')
    expect((await work.migrate(person, id)).code).toBe(resultCodes.compute_unsupported.code)
    expect((await work.save(person, id)).code).toBe(resultCodes.compute_unsupported.code)
    rental.faults.lacks.clear()
    await syncHosts(rental.deps, () => testRegionId)
    await rental.releaseAll(person)
  })
})

describe('product §4 A larger data disk', () => {
  const grow = (person: Person, id: string, dataDisk: number, newPriceHour: string) =>
    person.call(instances.resize_disk, { params: { id }, body: { data_disk: dataDisk, new_price_hour: newPriceHour } })
  const quote = (person: Person, id: string, dataDisk: number) =>
    person.call(instances.resize_quote, { params: { id }, body: { data_disk: dataDisk } })

  it('has a price before, and costs it from the next boot', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    expect((await quote(person, id, 150)).code).toBe(resultCodes.action_not_allowed.code)
    await work.shutDown(person, id)
    expect((await quote(person, id, 150)).data).toEqual({ price_hour: '2.28', new_price_hour: '2.31' })
    expect((await grow(person, id, 150, '2.28')).code).toBe(resultCodes.quote_changed.code)
    expect((await grow(person, id, 150, '2.31')).data).toMatchObject({ price_hour: '2.31', flavor: { data_disk: 150 } })
    for (const less of [50, 150]) expect((await quote(person, id, less)).raw).toContain('"data_disk":["须大于现在的 150 GB')
    await work.boot(person, id)
    const { data } = await person.call(instances.segments, { params: { id } })
    expect(data.map(({ price_hour: priceHour }) => priceHour)).toEqual(['2.31', '2.28'])
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('is not for packages', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person, { charge_rule: 'day' })
    expect((await quote(person, id, 150)).code).toBe(resultCodes.package_disk.code)
    expect((await grow(person, id, 150, '2.31')).code).toBe(resultCodes.package_disk.code)
    await rental.releaseAll(person)
  })
})
