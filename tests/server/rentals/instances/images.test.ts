import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { orders } from '#contract/orders.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { wallet } from '#contract/wallet.ts'
import { removeEngineImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { ownedFixtures } from '#tests/support/fixtures.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost, testImageId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let work: ReturnType<typeof createLongTaskHelper>
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)], images: ['zhisuan/pytorch:2.6'] })
  work = createLongTaskHelper(rental)
})
afterAll(() => rental.close())

/** What the bar, the overview and the list say of it. */
async function whatRuns(person: Person) {
  const { running, saving, burn_hour: burnHour, runs_out_at: runsOutAt } = (await person.call(instanceGuards.burn)).data
  const { counts, wallet: purse } = (await person.call(wallet.overview)).data
  expect([purse.burn_hour, purse.hours_left !== null]).toEqual([burnHour, runsOutAt !== null])
  const { data: list } = await person.call(instances.list, { query: { running: 'true' } })
  return {
    running,
    saving,
    burn_hour: burnHour,
    lasts: runsOutAt !== null,
    counted: counts.running,
    listed: list.map(({ id }) => id),
  }
}

describe('product §4 Saving an image', () => {
  it('of a running instance shows 保存数据中, is metered while it is seen, and ends with an image', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    await rental.tick(600_000)
    const reply = await work.save(person, id)
    expect(reply.data).toMatchObject({ status: instanceStatusCodes.saving, task: { kind: 'save_image', percent: 0 } })
    expect(await work.imagesOf(person)).toMatchObject([{ name: '环境', version: 'v1', state: 'saving', size_gb: null }])
    expect(await rental.audit()).toEqual([])
    expect(await whatRuns(person)).toEqual({ running: 1, saving: 1, burn_hour: '2.28', lasts: true, counted: 1, listed: [id] })
    rental.faults.lost_hosts.add('host-1')
    await rental.tick(120_000)
    // its meter stands
    expect(await whatRuns(person)).toEqual({ running: 1, saving: 1, burn_hour: '0.00', lasts: false, counted: 1, listed: [id] })
    rental.faults.lost_hosts.clear()
    await rental.observe()
    await rental.tick(120_000)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.running, task: null })
    const [image] = await work.imagesOf(person)
    expect(image).toMatchObject({ state: 'ready', source_instance_id: id, source_instance_name: '训练', framework: 'PyTorch' })
    expect(image!.size_gb).not.toBeNull()
    await work.shutDown(person, id)
    const { data: segments } = await person.call(instances.segments, { params: { id } })
    expect(segments.map(({ seconds }) => seconds)).toEqual([720])
    const { data: told } = await person.call(notifications.list)
    expect(told[0]).toMatchObject({ title: '镜像「环境」已保存', link: '/console/image/private-image' })
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })

  it('carries the system disk into new instances, and not the data disk', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    await work.shutDown(person, id)
    expect((await work.save(person, id)).status).toBe(200)
    expect(await whatRuns(person)).toEqual({ running: 0, saving: 0, burn_hour: '0.00', lasts: false, counted: 0, listed: [] })
    await rental.reach(id, instanceStatusCodes.shut_down)
    const [image] = await work.imagesOf(person)
    const made = await rental.rent(person, { image_id: image!.id })
    expect(await work.shell(made, 1, 'cat /root/file; ls /workspace')).toBe('mine')
    expect((await rental.show(person, made)).image).toBe('环境 v1')
    expect((await work.imagesOf(person))[0]).toMatchObject({ used_by: 1 })
    await rental.releaseAll(person)
  })

  it('that the engine refuses leaves all as it was, says why, and leaves the name free', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const { compute } = rental.deps
    const ref = { installation_id: 'zhisuan', id, generation: 1, host: 'host-1' }
    await work.save(person, id)
    await compute.ensureAbsent(ref)
    await rental.reconcile()
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'failed' }])
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    expect((await person.call(notifications.list)).data[0]!.content).toContain('数据没有变化')
    const { data: events } = await person.call(instances.events, { params: { id } })
    expect(events[0]).toMatchObject({ title: '镜像没有保存成功', detail: '实例在计算节点上不存在。' })
    const again = await rental.rent(person)
    expect((await work.save(person, again)).status).toBe(200)
    await rental.reach(again, instanceStatusCodes.running)
    expect((await work.imagesOf(person)).map(({ state }) => state).sort()).toEqual(['failed', 'ready'])
    await rental.tick(60_000)
    await rental.releaseAll(person)
  })

  it('is given up after an hour of failures, cleared away first', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    await work.save(person, id)
    rental.faults.lost_hosts.add('host-1')
    await rental.tick(58 * 60_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.saving)
    await rental.tick(5 * 60_000)
    rental.faults.lost_hosts.clear()
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    expect(await work.imagesOf(person)).toMatchObject([{ state: 'failed' }])
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })

  it('wants a name of its own, and no more than 20 of an account', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const [first, second] = [await work.save(person, id, '一'), await work.save(person, id, '二')]
    expect([first.code, second.code]).toEqual(['0', resultCodes.action_not_allowed.code])
    await rental.reach(id, instanceStatusCodes.running)
    expect((await work.save(person, id, '一')).raw).toContain('"name":["已有同名的私有镜像')
    for (let n = 1; n < limits.privateImagesMax; n += 1) await ownedFixtures.private_image(rental, person)
    expect((await work.save(person, id, '三')).code).toBe(resultCodes.private_image_limit.code)
    await rental.releaseAll(person)
  })
})

describe('product §7 Private images', () => {
  it('are for their owner alone: not in the shop, not for others, not to boot from', async () => {
    const [owner, stranger] = [await rental.addPerson(), await rental.addPerson()]
    const id = await ownedFixtures.private_image(rental, owner)
    expect((await rental.call(products.images)).data.map((image) => image.id)).toEqual([testImageId])
    expect((await rental.quote(owner, { image_id: id })).status).toBe(200)
    expect((await rental.quote(stranger, { image_id: id })).status).toBe(404)
    const theirs = await work.rentAndStop(stranger)
    const swap = await stranger.call(instances.change_image, { params: { id: theirs }, body: { image_id: id } })
    expect(swap.code).toBe(resultCodes.not_found.code)
    await rental.releaseAll(stranger)
  })

  it('are not removed while an instance is made of them, and then gone from the engine, too', async () => {
    const person = await rental.addPerson()
    const id = await work.rentAndStop(person)
    await work.save(person, id)
    await rental.reach(id, instanceStatusCodes.shut_down)
    const [image] = await work.imagesOf(person)
    const quoted = (await rental.quote(person, { image_id: image!.id })).data.token
    const made = await rental.rent(person, { image_id: image!.id })
    const remove = () => person.call(privateImages.remove, { params: { id: image!.id } })
    expect((await remove()).code).toBe(resultCodes.image_in_use.code)
    await work.shutDown(person, made)
    expect((await remove()).code).toBe(resultCodes.image_in_use.code)
    await rental.act(person, made, 'release')
    await rental.tick(5_000)
    expect((await remove()).status).toBe(200)
    expect(await work.imagesOf(person)).toEqual([])
    expect((await person.call(orders.create, { body: { quote: quoted } })).code).toBe(resultCodes.quote_changed.code)
    await removeEngineImages(rental.deps)
    const reference = `zhisuan/saved:${image!.id}`
    await expect(rental.deps.compute.ensureImage('host-1', reference, () => undefined)).rejects.toMatchObject({
      code: 'ImageNotFound',
    })
    await rental.releaseAll(person)
  })

  it('are renamed to a name that is free', async () => {
    const person = await rental.addPerson()
    const [one, other] = [await ownedFixtures.private_image(rental, person), await ownedFixtures.private_image(rental, person)]
    const rename = (name: string) => person.call(privateImages.update, { params: { id: one }, body: { name } })
    expect((await rename(other)).code).toBe(resultCodes.image_name_taken.code)
    expect((await rename('新')).data).toMatchObject({ id: one, name: '新' })
    expect((await rename('新')).status).toBe(200)
  })
})

describe('product §4 Changing the image', () => {
  it('clears the system disk at the next boot and keeps the data disk', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await work.shell(id, 1, 'echo mine > /root/file; echo data > /workspace/data')
    await work.shutDown(person, id)
    const { data } = await person.call(instances.change_image, { params: { id }, body: { image_id: testImageId } })
    expect(data).toMatchObject({ status: instanceStatusCodes.shut_down, image_id: testImageId })
    expect((await work.save(person, id)).code).toBe(resultCodes.never_booted.code)
    expect((await rental.quote(person, { clone: { instance_id: id, copy_data: false } })).code).toBe(
      resultCodes.never_booted.code,
    )
    await work.boot(person, id)
    expect(await work.shell(id, 2, 'cat /root/file; cat /workspace/data')).not.toContain('mine')
    expect(await work.shell(id, 2, 'cat /workspace/data')).toBe('data')
    expect((await work.save(person, id)).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })
})
