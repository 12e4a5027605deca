import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { datasets } from '#contract/community.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instanceDatasets } from '#contract/instance-datasets.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { operatorDatasets } from '#contract/operator/datasets.ts'
import { orders } from '#contract/orders.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { removeLeftovers } from '#server/domains/storage/datasets/leftover-volumes.service.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { createPendingDataset, createPublishedDataset, storeFiles } from '#tests/support/datasets.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let author: Person
let tenant: Person
let reviewer: Person
let one: Awaited<ReturnType<typeof createPublishedDataset>>
let two: Awaited<ReturnType<typeof createPublishedDataset>>

beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson({ balance: '100.00' })
  tenant = await rental.addPerson({ balance: '100.00' })
  reviewer = await rental.addPerson({ role: 'operator_review' })
  one = await createPublishedDataset(rental, { author, reviewer }, { slug: 'one' })
  two = await createPublishedDataset(rental, { author, reviewer }, { slug: 'two' })
})
afterAll(() => rental.close())

/** Runs a line in an instance. */
async function sh(id: string, line: string): Promise<string> {
  const row = await rental.deps.database.kysely
    .selectFrom('instances')
    .select(['id', 'generation', 'host_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { stream } = await rental.deps.compute.exec(toInstanceRef(rental.deps, row), { cmd: ['sh', '-c', line] })
  stream.end()
  return text(stream)
}
const by = (id: string) => ({ params: { id } })
const mountsOf = async (person: Person, id: string) => (await person.call(instanceDatasets.get, by(id))).data
const choose = (person: Person, id: string, versionIds: string[]) =>
  person.call(instanceDatasets.update, { ...by(id), body: { version_ids: versionIds } })
async function restart(person: Person, id: string): Promise<void> {
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
  await rental.act(person, id, 'start')
  await rental.reach(id, instanceStatusCodes.running)
}
const usesOf = async (id: string) => (await rental.call(datasets.get, by(id))).data.uses

describe('product §7 Data sets and storage in an instance', () => {
  it('are there from the first boot: the chosen for reading, the own files for writing', async () => {
    const id = await rental.rent(tenant, { data_set_version_ids: [one.version_id] })
    expect(await sh(id, 'cat /datasets/one/1.0/data.csv')).toBe('x,y\n1,2\n')
    expect(await sh(id, 'echo x > /datasets/one/1.0/new')).toContain('只读文件系统')
    await storeFiles(rental, tenant, 'in', { 'a.txt': '从网页上传\n' })
    expect(await sh(id, 'cat /storage/in/a.txt && echo 结果 > /storage/out.txt')).toBe('从网页上传\n')
    const place = { volume: toPersonalVolume(testRegionId, tenant.id), path: 'out.txt' }
    expect(await text(await rental.deps.volumes.read(place))).toBe('结果\n')
    expect(await mountsOf(tenant, id)).toMatchObject({
      mountable: true,
      storage: { mount_path: '/storage', region_id: testRegionId },
      at_next_boot: false,
      data_sets: [
        { version_id: one.version_id, mount_path: '/datasets/one/1.0', own: false, state: 'published', removed: false },
      ],
    })
    expect(await usesOf(one.id)).toBe(1)
    await rental.releaseAll(tenant)
    expect(await usesOf(one.id)).toBe(1)
  })

  it('change at the next boot, and the answer says so', async () => {
    const id = await rental.rent(tenant)
    const before = await usesOf(two.id)
    const reply = await choose(tenant, id, [two.version_id])
    expect([reply.data.at_next_boot, reply.message]).toEqual([true, '已保存，下次开机时生效'])
    expect(await sh(id, 'ls /datasets')).not.toContain('two')
    await restart(tenant, id)
    expect(await sh(id, 'head -n 1 /datasets/two/1.0/data.csv')).toBe('x,y\n')
    expect((await mountsOf(tenant, id)).at_next_boot).toBe(false)
    await choose(tenant, id, [])
    await choose(tenant, id, [two.version_id])
    expect(await usesOf(two.id)).toBe(before + 1)
    await rental.releaseAll(tenant)
  })

  it('that are taken offline stay where they are, and nobody else gets them', async () => {
    const made = await createPublishedDataset(rental, { author, reviewer }, { slug: 'brief' })
    const id = await rental.rent(tenant, { data_set_version_ids: [made.version_id] })
    await reviewer.call(operatorDatasets.offline, { ...by(made.version_id), body: { reason: '权利人要求' } })
    await restart(tenant, id)
    expect(await sh(id, 'cat /datasets/brief/1.0/data.csv')).toBe('x,y\n1,2\n')
    expect((await choose(tenant, id, [made.version_id, one.version_id])).status).toBe(200)
    const quote = await tenant.call(orders.quote, { body: rental.formOf({ data_set_version_ids: [made.version_id] }) })
    expect([quote.code, Object.keys(quote.errors!)]).toEqual([resultCodes.data_set_not_mountable.code, ['data_set_version_ids']])
    expect((await choose(tenant, id, [])).status).toBe(200)
    expect((await choose(tenant, id, [made.version_id])).code).toBe(resultCodes.data_set_not_mountable.code)
    await rental.releaseAll(tenant)
  })

  it('of one’s own are there before they are public, for nobody else', async () => {
    const made = await createPendingDataset(rental, author, { slug: 'draft' })
    const theirs = await tenant.call(orders.quote, { body: rental.formOf({ data_set_version_ids: [made.version_id] }) })
    expect(theirs.code).toBe(resultCodes.data_set_not_mountable.code)
    const id = await rental.rent(author, { data_set_version_ids: [made.version_id] })
    expect(await sh(id, 'cat /datasets/draft/1.0/data.csv')).toBe('x,y\n1,2\n')
    await author.call(myDatasets.withdraw, by(made.version_id))
    await author.call(myDatasets.remove_version, by(made.version_id))
    await rental.clock.advance(601_000)
    await removeLeftovers(rental.deps)
    await restart(author, id)
    expect(await sh(id, 'cat /datasets/draft/1.0/data.csv')).toBe('x,y\n1,2\n')
    expect((await mountsOf(author, id)).data_sets).toMatchObject([{ removed: true, own: true }])
    await rental.releaseAll(author)
    await removeLeftovers(rental.deps)
    const rows = rental.deps.database.kysely.selectFrom('data_set_versions').select('id').where('id', '=', made.version_id)
    expect(await rows.execute()).toEqual([])
  })

  it('are refused when unknown, twice, or too many', async () => {
    const id = await rental.rent(tenant)
    expect((await choose(tenant, id, ['dsv-unknown'])).code).toBe(resultCodes.data_set_not_mountable.code)
    expect((await choose(tenant, id, [one.version_id, one.version_id])).status).toBe(400)
    expect(
      (
        await choose(
          tenant,
          id,
          Array.from({ length: 11 }, (_, i) => `dsv-${i}`),
        )
      ).status,
    ).toBe(400)
    expect((await choose(author, id, [one.version_id])).status).toBe(404)
    expect((await mountsOf(tenant, id)).data_sets).toEqual([])
    await rental.releaseAll(tenant)
  })

  it('are said to be missing and refused before anybody pays where hosts cannot mount files, and what is rented there boots', async () => {
    const able = rental.deps.database.kysely.updateTable('hosts')
    await able.set({ mounts_files: false }).execute()
    const form = { ...rental.formOf(), data_set_version_ids: [one.version_id] }
    const { errors } = await tenant.call(orders.quote, { body: form })
    expect(Object.keys(errors ?? {})).toEqual(['data_set_version_ids'])
    expect((await rental.quote(tenant)).data.gaps.join()).toContain('没有文件存储')
    const id = await rental.rent(tenant)
    expect(await sh(id, 'ls /storage 2>&1')).not.toBe('')
    expect(await mountsOf(tenant, id)).toMatchObject({ mountable: false, storage: null })
    expect(await choose(tenant, id, [one.version_id])).toMatchObject({
      code: resultCodes.compute_unsupported.code,
      message: expect.stringContaining('数据集'),
    })
    expect((await choose(tenant, id, [])).status).toBe(200)
    await able.set({ mounts_files: true }).execute()
    await restart(tenant, id)
    expect(await mountsOf(tenant, id)).toMatchObject({ mountable: true, storage: { mount_path: '/storage' } })
  })

  it('go with a clone, but for what it could not choose', async () => {
    const made = await createPublishedDataset(rental, { author, reviewer }, { slug: 'gone' })
    const id = await rental.rent(tenant, { data_set_version_ids: [one.version_id, made.version_id] })
    await rental.act(tenant, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await author.call(myDatasets.offline, by(made.version_id))
    const clone = { instance_id: id, copy_data: false }
    const copy = (await rental.order(tenant, { clone })).data.instance_id!
    expect((await mountsOf(tenant, copy)).data_sets.map(({ version_id: versionId }) => versionId)).toEqual([one.version_id])
  })
})
