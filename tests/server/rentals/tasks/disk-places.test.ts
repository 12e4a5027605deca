import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
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

/** Gives a host an engine of its own, as an operator who adds one does. */
async function setEngine(host: string, kind: 'docker' | 'kubernetes'): Promise<void> {
  const { kysely } = rental.deps.database
  const row = { id: `${host}-${kind}`, kind, name: `${host}-${kind}`, origin: 'operator', settings: '{}' }
  await kysely
    .insertInto('engines')
    .values({ ...row, created_at: rental.clock.now() })
    .execute()
  await kysely.updateTable('hosts').set({ engine_id: row.id }).where('id', '=', host).execute()
}
const migrationOf = async (id: string) => (await person.call(instances.migration, { params: { id } })).data

describe('decision 125 Where disks can go', () => {
  it('an instance migrates only to hosts with the same kind of engine, and to no other by name', async () => {
    const id = await work.rentAndStop(person)
    await setEngine('host-1', 'docker')
    await setEngine('host-2', 'kubernetes')
    expect(await migrationOf(id)).toEqual({ possible: false, why_not: resultCodes.no_other_host.message, hosts: [] })
    for (const wish of [{}, { host_id: 'host-2' }])
      expect((await work.migrate(person, id, wish)).code).toBe(resultCodes.no_other_host.code)
    await setEngine('host-2', 'docker')
    expect(await migrationOf(id)).toEqual({ possible: true, why_not: null, hosts: [{ host_id: 'host-2', gpu_free: 4 }] })
    await rental.deps.database.kysely.updateTable('hosts').set({ moves_disks: false }).where('id', '=', 'host-2').execute()
    expect((await migrationOf(id)).hosts).toEqual([])
    expect((await work.migrate(person, id)).code).toBe(resultCodes.no_other_host.code)
  })

  it('a clone with its data finds room only where the data can arrive, and without it anywhere', async () => {
    const id = await work.rentAndStop(person)
    await rental.rent(await rental.addPerson(), { gpu_num: 2 })
    const quote = (copyData: boolean) => rental.quote(person, { clone: { instance_id: id, copy_data: copyData } })
    const { data: before } = await quote(true)
    expect([(await work.rowOf(id)).host_id, before.in_stock]).toEqual(['host-1', true])
    await setEngine('host-1', 'docker')
    await setEngine('host-2', 'kubernetes')
    expect((await quote(true)).data.in_stock).toBe(false)
    expect((await person.call(orders.create, { body: { quote: before.token } })).code).toBe(resultCodes.no_free_gpu.code)
    expect((await quote(false)).data.in_stock).toBe(true)
    await setEngine('host-2', 'docker')
    expect((await quote(true)).data.in_stock).toBe(true)
    const { data: order } = await work.clone(person, id)
    expect((await work.rowOf(order.instance_id!)).host_id).toBe('host-2')
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
  })

  it('what migrated boots although its image stayed on the other host', async () => {
    for (const host of ['host-1', 'host-2']) rental.faults.lacks.set(host, ['shares_images'])
    await syncHosts(rental.deps, () => testRegionId)
    const source = await work.rentAndStop(person)
    await work.save(person, source)
    await rental.reach(source, instanceStatusCodes.shut_down)
    const [{ id: imageId } = { id: '' }] = await work.imagesOf(person)
    const id = await rental.rent(person, { image_id: imageId })
    await work.shell(id, 1, 'echo mine > /root/file')
    await work.shutDown(person, id)
    const { kysely } = rental.deps.database
    const image = await kysely.selectFrom('images').selectAll().where('id', '=', imageId).executeTakeFirstOrThrow()
    expect(image.host_id).toBe('host-1')
    await rental.deps.compute.removeImage(image.reference!)
    await work.migrate(person, id, { start: true })
    await rental.reach(id, instanceStatusCodes.running)
    expect((await work.rowOf(id)).host_id).toBe('host-2')
    expect(await work.shell(id, 1, 'cat /root/file')).toBe('mine')
  })
})
