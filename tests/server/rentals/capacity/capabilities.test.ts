import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Capability, capabilityGaps, capabilityList } from '#contract/capability-gaps.ts'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { orders } from '#contract/orders.ts'
import { platform } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { shareBoundImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { ImageNotFound } from '#server/ports/driver-errors.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost, testRegionId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let work: ReturnType<typeof createLongTaskHelper>
let person: Person
beforeEach(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2), buildSimulatedHost('host-2', 'RTX 4090', 4)],
  })
  work = createLongTaskHelper(rental)
  person = await rental.addPerson({ balance: '1000.00' })
})
afterEach(() => rental.close())

async function lack(lacking: readonly Capability[], hosts = ['host-1', 'host-2']): Promise<void> {
  for (const host of hosts) rental.faults.lacks.set(host, lacking)
  await syncHosts(rental.deps, () => testRegionId)
}
const offered = async () => (await rental.call(products.get, { params: { id: toProductId('RTX 4090') } })).data.capabilities
const unsupported = (lacking: Capability) => ({
  code: resultCodes.compute_unsupported.code,
  message: `这台实例所在的主机${capabilityGaps[lacking]}`,
})

describe('decision 119 What an engine cannot do is said before anybody pays, and refused', () => {
  it.each(capabilityList)('%s: the product promises only what each of its hosts can do', async (name) => {
    expect((await offered())![name]).toBe(!name.startsWith('limits_'))
    await lack([name], ['host-2'])
    expect((await offered())![name]).toBe(false)
  })

  it.each(capabilityList)('%s: the quote says that it is missing', async (name) => {
    const others = capabilityList.filter((other) => other !== name)
    await rental.deps.database.kysely
      .updateTable('hosts')
      .set({ ...Object.fromEntries(others.map((other) => [other, true])), [name]: false })
      .execute()
    const { data } = await rental.quote(person)
    expect([data.data_note, ...data.gaps].join('；')).toContain(capabilityGaps[name])
    expect(data.gaps.length).toBe(name === 'keeps_system_disk' ? 0 : 1)
  })

  it('promises nothing of what nobody has, and says nothing against it', async () => {
    await rental.deps.database.kysely.deleteFrom('gpus').execute()
    expect(await offered()).toBeNull()
    expect((await rental.quote(person)).data).toMatchObject({ gaps: [], data_note: expect.stringContaining('系统盘和数据盘') })
  })

  it('saves_images: saving and cloning are refused, the quote of a clone, too', async () => {
    const id = await work.rentAndStop(person)
    await lack(['saves_images'])
    expect((await rental.show(person, id)).capabilities.saves_images).toBe(false)
    expect(await work.save(person, id)).toMatchObject(unsupported('saves_images'))
    const clone = { instance_id: id, copy_data: false }
    const quote = await person.call(orders.quote, { body: { ...rental.formOf(), clone } })
    expect(quote).toMatchObject(unsupported('saves_images'))
  })

  it('saves_images: what was quoted before it was lost is not sold', async () => {
    const id = await work.rentAndStop(person)
    const form = { ...rental.formOf(), clone: { instance_id: id, copy_data: false } }
    const { data } = await person.call(orders.quote, { body: form })
    await lack(['saves_images'])
    expect(await person.call(orders.create, { body: { quote: data.token } })).toMatchObject(unsupported('saves_images'))
  })

  it('shares_images: what is saved stays on its host, and so does what is made of it', async () => {
    await lack(['shares_images'])
    const id = await work.rentAndStop(person)
    const { host_id: hostId } = await work.rowOf(id)
    expect((await work.save(person, id)).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.shut_down)
    const [{ id: imageId } = { id: '' }] = await work.imagesOf(person)
    const other = hostId === 'host-1' ? 'host-2' : 'host-1'
    const cardsHere = hostId === 'host-1' ? 2 : 4
    const made: string[] = []
    for (let nth = 0; nth < cardsHere; nth += 1) made.push(await rental.rent(person, { image_id: imageId, nick_name: `n${nth}` }))
    for (const one of made) expect((await work.rowOf(one)).host_id).toBe(hostId)
    const { data: full } = await rental.quote(person, { image_id: imageId })
    expect(full.in_stock).toBe(false)
    const order = await person.call(orders.create, { body: { quote: full.token } })
    expect(order).toMatchObject({ code: resultCodes.no_free_gpu.code, message: expect.stringContaining('只在一台主机上') })
    const join = await person.call(queue.create, { body: { form: rental.formOf({ image_id: imageId }), max_price_hour: null } })
    expect(join.errors?.image_id?.[0]).toContain('不能用它排队')
    const elsewhere = await work.rentAndStop(person)
    expect((await work.rowOf(elsewhere)).host_id).toBe(other)
    const change = await person.call(instances.change_image, { params: { id: elsewhere }, body: { image_id: imageId } })
    expect(change.errors?.image_id?.[0]).toContain('只能在保存它的主机上使用')
  })

  it('shares_images: a clone stays with its source; with a registry, what was saved before goes everywhere', async () => {
    await lack(['shares_images'], ['host-1'])
    await rental.deps.database.kysely
      .updateTable('hosts')
      .set({ drained_at: rental.clock.now() })
      .where('id', '=', 'host-2')
      .execute()
    const id = await work.rentAndStop(person)
    await rental.deps.database.kysely.updateTable('hosts').set({ drained_at: null }).execute()
    const { data } = await work.clone(person, id, { copy_data: false })
    await rental.reach(data.instance_id!, instanceStatusCodes.running)
    expect((await work.rowOf(data.instance_id!)).host_id).toBe('host-1')
    await work.save(person, id)
    await rental.reach(id, instanceStatusCodes.shut_down)
    const hosts = async () => {
      const saved = rental.deps.database.kysely.selectFrom('images').select('host_id').where('kind', 'in', ['private', 'clone'])
      return (await saved.execute()).map(({ host_id: host }) => host)
    }
    await shareBoundImages(rental.deps)
    expect(await hosts()).toEqual(['host-1', 'host-1'])
    await lack([], ['host-1'])
    await shareBoundImages(rental.deps)
    expect(await hosts()).toEqual([null, null])
  })

  it('shares_images: what its only host has lost is said once, to its owner too, and is back with it', async () => {
    const administrator = await rental.addPerson({ role: 'operator_admin' })
    await lack(['shares_images'])
    const id = await work.rentAndStop(person)
    await work.save(person, id)
    await rental.reach(id, instanceStatusCodes.shut_down)
    await lack([])
    const share = rental.deps.compute.shareImage.bind(rental.deps.compute)
    rental.deps.compute.shareImage = async () => {
      throw new ImageNotFound('no such image')
    }
    const said = vi.spyOn(rental.deps.log, 'error')
    const stateOf = async () => (await work.imagesOf(person)).map(({ state }) => state)
    await shareBoundImages(rental.deps)
    await shareBoundImages(rental.deps)
    expect(said).toHaveBeenCalledTimes(1)
    expect(await stateOf()).toEqual(['lost'])
    const told = (await person.call(notifications.list)).data.map(({ title }) => title)
    expect(told.filter((title) => title === '镜像「环境」在主机上已丢失')).toHaveLength(1)
    const alarms = (await administrator.call(notifications.list)).data.map(({ title }) => title)
    expect(alarms.filter((title) => title === '主机 host-1 丢失了保存的镜像')).toHaveLength(1)
    const [{ id: imageId } = { id: '' }] = await work.imagesOf(person)
    expect((await rental.quote(person, { image_id: imageId })).status).not.toBe(200)
    rental.deps.compute.shareImage = share
    await shareBoundImages(rental.deps)
    expect(await stateOf()).toEqual(['ready'])
    expect((await rental.quote(person, { image_id: imageId })).status).toBe(200)
    said.mockRestore()
  })

  it('moves_disks: migration is refused and says so beforehand', async () => {
    const id = await work.rentAndStop(person)
    await lack(['moves_disks'])
    const { message } = unsupported('moves_disks')
    expect((await person.call(instances.migration, { params: { id } })).data).toMatchObject({ possible: false, why_not: message })
    expect(await work.migrate(person, id)).toMatchObject(unsupported('moves_disks'))
  })

  it('keeps_system_disk: a boot makes a new one without asking, and its end is no loss', async () => {
    await lack(['keeps_system_disk'])
    const id = await work.rentAndStop(person)
    rental.faults.removals.set(id, { system: true, data: false })
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    expect((await rental.show(person, id)).lost_disks).toEqual([])
    rental.faults.removals.set(id, { system: true, data: false })
    await rental.tick(120_000, 15_000)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.abnormal, lost_disks: [] })
  })

  it('limits of disks: the site says the worst that can happen', async () => {
    const disks = async () => (await rental.call(platform.server_info)).data.disks
    expect(await disks()).toEqual({ system: 'measured', data: 'measured' })
    await rental.deps.database.kysely.updateTable('hosts').set({ limits_data_disk: true }).execute()
    expect(await disks()).toEqual({ system: 'measured', data: 'enforced' })
    await rental.deps.database.kysely.updateTable('hosts').set({ limits_data_disk: false }).where('id', '=', 'host-2').execute()
    expect(await disks()).toEqual({ system: 'measured', data: 'measured' })
    await rental.deps.database.kysely.updateTable('hosts').set({ measures_disks: false }).where('id', '=', 'host-2').execute()
    expect(await disks()).toEqual({ system: 'unlimited', data: 'unlimited' })
  })

  it('measures_disks: a disk without a limit is not said to be measured', async () => {
    await lack(['measures_disks'])
    const { gaps } = (await rental.quote(person)).data
    expect(gaps).toEqual([capabilityGaps.measures_disks, '磁盘的大小不受限制'])
    await rental.deps.database.kysely.updateTable('hosts').set({ limits_system_disk: true }).execute()
    expect((await rental.quote(person)).data.gaps).toEqual([capabilityGaps.measures_disks, '数据盘的大小不受限制'])
  })
})
