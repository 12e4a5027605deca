import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { orders } from '#contract/orders.ts'
import { removeEngineImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { listObjects } from '#tests/support/listed.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let work: ReturnType<typeof createLongTaskHelper>
beforeAll(async () => {
  const hosts = [
    buildSimulatedHost('host-1', 'RTX 4090', 2),
    buildSimulatedHost('host-2', 'RTX 4090', 4),
    buildSimulatedHost('host-3', 'L40S', 4),
  ]
  rental = await createRentalPlatform({ hosts, images: ['zhisuan/pytorch:2.6'] })
  work = createLongTaskHelper(rental)
})
afterAll(() => rental.close())

/** Hidden images and what became of them. */
const hidden = async () =>
  (await rental.deps.database.kysely.selectFrom('images').select('state').where('kind', '=', 'clone').execute()).map(
    ({ state }) => state,
  )

describe('product §4 A clone', () => {
  it('is ordered like any instance and has the same disks; the first one is as it was', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    await work.shutDown(person, id)
    const { data: order } = await work.clone(person, id, { nick_name: '副本' })
    const copy = order.instance_id!
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.saving, task: { kind: 'clone' } })
    expect(await rental.show(person, copy)).toMatchObject({ status: instanceStatusCodes.creating, task: { kind: 'clone' } })
    expect((await rental.act(person, id, 'start')).code).toBe(resultCodes.action_not_allowed.code)
    expect(await rental.audit()).toEqual([])
    await rental.reach(copy, instanceStatusCodes.running)
    expect(await work.shell(copy, 1, 'cat /root/file /workspace/data')).toBe('mine\ndata')
    expect((await rental.show(person, copy)).image).toBe('PyTorch 2.6')
    expect(await work.imagesOf(person)).toEqual([])
    await work.boot(person, id)
    expect(await work.shell(id, 1, 'cat /root/file /workspace/data')).toBe('mine\ndata')
    expect(await hidden()).toEqual(['ready'])
    await rental.releaseAll(person)
    await removeEngineImages(rental.deps)
    expect(await hidden()).toEqual(['removed'])
    expect(await rental.audit()).toEqual([])
  })

  it('leaves the data disk empty unless asked, and may then have a smaller one', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { data_disk: 60 })
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    await work.shutDown(person, id)
    const withData = await rental.quote(person, { clone: { instance_id: id, copy_data: true } })
    expect(withData.raw).toContain('"data_disk":["复制数据时数据盘不能小于原来的 60 GB"]')
    const { data: order } = await work.clone(person, id, { copy_data: false })
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
    expect(await work.shell(order.instance_id!, 1, 'cat /root/file; ls /workspace')).toBe('mine')
    await rental.releaseAll(person)
  })

  it('that fails is refunded in full, can only be released, and the first one is as it was', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    const { cash } = await rental.walletOf(person)
    const { data: order } = await work.clone(person, id, { charge_rule: 'day' })
    rental.faults.lost_hosts.add('host-1')
    await rental.tick(62 * 60_000)
    rental.faults.lost_hosts.clear()
    await rental.tick(60_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    expect((await rental.show(person, order.instance_id!)).status).toBe(instanceStatusCodes.abnormal)
    expect((await rental.walletOf(person)).cash).toBe(cash)
    expect((await person.call(orders.get, { params: { id: order.id } })).data.status).toBe('refunded')
    expect((await rental.act(person, order.instance_id!, 'start')).status).toBe(409)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })

  it('by the hour that failed does not boot without its disks', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    const { data: order } = await work.clone(person, id)
    await rental.deps.compute.ensureAbsent({ installation_id: 'zhisuan', id, generation: 1, host: 'host-1' })
    await rental.tick(5_000)
    const reply = await rental.act(person, order.instance_id!, 'start')
    expect([reply.code, reply.message]).toEqual([resultCodes.image_not_ready.code, '克隆没有完成，这台实例只能释放'])
    await rental.releaseAll(person)
  })

  it('released while it waits is gone when nothing is made for it any more, and is refunded', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    const { cash } = await rental.walletOf(person)
    const { data: order } = await work.clone(person, id, { charge_rule: 'day' })
    expect((await rental.act(person, order.instance_id!, 'release')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.tick(5_000)
    expect((await listObjects(rental.deps.compute)).map(({ ref }) => ref.id)).toEqual([id])
    expect((await rental.walletOf(person)).cash).toBe(cash)
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })

  it("is refused of a stranger's, of what runs, and of another product", async () => {
    const [person, stranger] = [await rental.addPerson(), await rental.addPerson()]
    const id = await work.rentAndStop(person)
    const clone = { instance_id: id, copy_data: true }
    expect((await rental.quote(stranger, { clone })).status).toBe(404)
    expect((await rental.quote(person, { clone, model: 'L40S' })).raw).toContain('克隆须与原实例同一产品')
    const { data: quote } = await rental.quote(person, { clone })
    await work.boot(person, id)
    expect((await rental.quote(person, { clone })).code).toBe(resultCodes.action_not_allowed.code)
    expect((await person.call(orders.create, { body: { quote: quote.token } })).code).toBe(resultCodes.action_not_allowed.code)
    await rental.releaseAll(person)
  })
})
