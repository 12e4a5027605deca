import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { datasets } from '#contract/community.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorDatasets, operatorDatasetTypes } from '#contract/operator/datasets.ts'
import { copyNextDataset } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { removeLeftovers } from '#server/domains/storage/datasets/leftover-volumes.service.ts'
import { toDatasetVolume, type VolumeStore } from '#server/ports/volumes.ts'
import {
  buildDatasetForm,
  copyAllDatasets,
  createPendingDataset,
  createPublishedDataset,
  storeFiles,
  submitDataset,
} from '#tests/support/datasets.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let author: Person
let stranger: Person
let reviewer: Person
let admin: Person

beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  stranger = await rental.addPerson()
  reviewer = await rental.addPerson({ role: 'operator_review' })
  admin = await rental.addPerson({ role: 'operator_admin' })
})
afterAll(() => rental.close())

const by = (id: string) => ({ params: { id } })
const versionOf = async (person: Person, id: string) => (await person.call(myDatasets.get, by(id))).data.versions[0]!
const publish = () => createPublishedDataset(rental, { author, reviewer })
const expectNote = async (person: Person, note: object) =>
  expect((await person.call(notifications.list, { query: { page_size: 100 } })).data).toContainEqual(
    expect.objectContaining(note),
  )
const contentIds = async () => {
  const rows = await rental.deps.database.kysely.selectFrom('data_set_leftovers').select('content_id').execute()
  return rows.map(({ content_id: contentId }) => contentId)
}

describe('product §7 Publishing a data set', () => {
  it('copies the files of a folder, then waits for review, then is public', async () => {
    const { id, versions } = await submitDataset(rental, author, { slug: 'life' })
    const versionId = versions[0]!.id
    expect(versions[0]).toMatchObject({ state: 'preparing', has_files: false, progress: { percent: 0 } })
    expect((await rental.call(datasets.get, by(id))).code).toBe(resultCodes.not_found.code)
    await copyAllDatasets(rental)
    expect(await versionOf(author, id)).toMatchObject({
      state: 'pending',
      has_files: true,
      progress: null,
      file_count: 2,
      size_bytes: 15,
    })
    await expectNote(reviewer, { class: 'review', link: `/operator/data-set-reviews/${versionId}` })
    expect((await rental.call(datasets.get, by(id))).code).toBe(resultCodes.not_found.code)
    expect((await reviewer.call(operatorDatasets.approve, by(versionId))).data).toMatchObject({
      state: 'published',
      own: false,
    })
    expect((await rental.call(datasets.get, by(id))).data).toMatchObject({ version: '1.0', file_count: 2, uses: 0 })
    await expectNote(author, { class: 'review', title: '数据集 评测集 1.0 已通过审核' })
  })

  it('keeps its own copy: what happens to the folder later changes nothing', async () => {
    const { version_id: versionId } = await publish()
    await storeFiles(rental, author, 'cases', { 'data.csv': 'changed' })
    const preview = await rental.call(datasets.preview, { params: { version_id: versionId }, query: { path: 'data.csv' } })
    expect(preview.data.text).toBe('x,y\n1,2\n')
  })

  it.each([
    ['a folder that is not there', 'nothing'],
    ['a file', 'cases/data.csv'],
    ['a path that climbs', '../other'],
    ['a path that ends with a slash', 'cases/'],
  ])('refuses %s at the field', async (_, path) => {
    await storeFiles(rental, author, 'cases')
    const reply = await author.call(myDatasets.create, { body: buildDatasetForm({ source: { region_id: testRegionId, path } }) })
    expect([reply.status, reply.code]).toEqual([422, resultCodes.data_set_source.code])
    expect(reply.errors).toHaveProperty(['source.path'])
  })

  it('refuses a short name that is taken, also by somebody else, and a version that is there', async () => {
    const { slug, id } = await createPendingDataset(rental, author)
    await storeFiles(rental, stranger, 'cases')
    expect((await stranger.call(myDatasets.create, { body: buildDatasetForm({ slug }) })).code).toBe(
      resultCodes.data_set_slug_taken.code,
    )
    const { version, licence, readme, source } = buildDatasetForm()
    const again = await author.call(myDatasets.add_version, { ...by(id), body: { version, licence, readme, source } })
    expect(again.code).toBe(resultCodes.data_set_version_taken.code)
  })

  it('tells the author what is wrong with an empty folder, and takes it again', async () => {
    await rental.deps.volumes.makeFolder({ volume: `files/${testRegionId}/${author.id}`, path: 'empty' })
    const body = buildDatasetForm({ source: { region_id: testRegionId, path: 'empty' } })
    const { id, versions } = (await author.call(myDatasets.create, { body })).data
    await copyAllDatasets(rental)
    expect(await versionOf(author, id)).toMatchObject({ state: 'failed', reason: '文件夹里没有文件', has_files: false })
    await expectNote(author, { title: '数据集 评测集 1.0 准备失败' })
    const { licence, readme } = body
    const bare = await author.call(myDatasets.submit, { ...by(versions[0]!.id), body: { licence, readme, source: null } })
    expect(bare.code).toBe(resultCodes.data_set_no_files.code)
    const source = { region_id: testRegionId, path: 'cases' }
    const again = await author.call(myDatasets.submit, { ...by(versions[0]!.id), body: { licence, readme, source } })
    expect(again.data.state).toBe('preparing')
    await copyAllDatasets(rental)
    expect((await versionOf(author, id)).state).toBe('pending')
  })
})

describe('product §7 Review', () => {
  it('refuses with a reason, and the author submits again with the files that are there', async () => {
    const { id, version_id: versionId } = await createPendingDataset(rental, author)
    const body = { reason: '许可与内容不符' }
    expect((await reviewer.call(operatorDatasets.reject, { ...by(versionId), body })).data.state).toBe('refused')
    expect(await versionOf(author, id)).toMatchObject({ state: 'refused', reason: '许可与内容不符' })
    await expectNote(author, { content: expect.stringContaining('许可与内容不符') })
    const again = await author.call(myDatasets.submit, {
      ...by(versionId),
      body: { licence: 'CC0', readme: '改过', source: null },
    })
    expect(again.data).toMatchObject({ state: 'pending', reason: null, licence: 'CC0', has_files: true })
  })

  it('is not for the author, nor for anybody without the duty', async () => {
    const { version_id: versionId } = await createPendingDataset(rental, reviewer)
    for (const act of [operatorDatasets.approve, operatorDatasets.online])
      expect((await reviewer.call(act, by(versionId))).code).toBe(resultCodes.data_set_own_review.code)
    expect((await stranger.call(operatorDatasets.approve, by(versionId))).status).toBe(403)
    expect((await admin.call(operatorDatasets.approve, by(versionId))).data.state).toBe('published')
  })

  it('decides once: of two at the same time one is told that it is over', async () => {
    const { version_id: versionId } = await createPendingDataset(rental, author)
    const replies = await Promise.all([
      reviewer.call(operatorDatasets.approve, by(versionId)),
      admin.call(operatorDatasets.reject, { ...by(versionId), body: { reason: '不合适' } }),
    ])
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', resultCodes.data_set_review_closed.code])
  })

  it('and withdrawing at the same time: one of the two holds', async () => {
    const { id, version_id: versionId } = await createPendingDataset(rental, author)
    const [approved, withdrawn] = await Promise.all([
      reviewer.call(operatorDatasets.approve, by(versionId)),
      author.call(myDatasets.withdraw, by(versionId)),
    ])
    const { state } = await versionOf(author, id)
    expect([approved.status, withdrawn.status].sort()).toEqual([200, 409])
    expect(state).toBe(approved.status === 200 ? 'published' : 'withdrawn')
  })

  it('lists who has waited longest first, and is audited', async () => {
    const { data } = await reviewer.call(operatorDatasets.list, { query: { todo: 'true', page_size: 100 } })
    const times = data.map(({ submitted_at: submittedAt }) => submittedAt)
    expect(times).toEqual([...times].sort())
    const { id } = data[0]!
    await reviewer.call(operatorDatasets.approve, by(id))
    const row = await rental.deps.database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', id)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))).toContain('已发布')
  })
})

describe('product §7 Taking offline', () => {
  it('hides it, for those who keep it says so, and is put back by who did it', async () => {
    const { id, version_id: versionId } = await publish()
    await stranger.call(datasets.star, { ...by(id), body: { starred: true } })
    const kept = async () => (await stranger.call(datasets.collected)).data.find((one) => one.id === id)!
    expect((await kept()).newest).toMatchObject({ version: '1.0' })
    expect((await author.call(myDatasets.offline, by(versionId))).data).toMatchObject({
      state: 'offline',
      offline_by: 'author',
    })
    expect((await rental.call(datasets.get, by(id))).status).toBe(404)
    expect(await kept()).toMatchObject({ newest: null, stars: 1 })
    expect((await author.call(myDatasets.online, by(versionId))).data.state).toBe('published')
    const body = { reason: '权利人要求' }
    await reviewer.call(operatorDatasets.offline, { ...by(versionId), body })
    expect((await author.call(myDatasets.online, by(versionId))).code).toBe(resultCodes.data_set_state.code)
    expect((await reviewer.call(operatorDatasets.online, by(versionId))).data).toMatchObject({
      state: 'published',
      offline_by: null,
    })
  })
})

describe('product §7 What was published', () => {
  it('does not change and does not go, not even by SQL', async () => {
    const { id, version_id: versionId } = await publish()
    const { kysely } = rental.deps.database
    const refused = { code: 'ZS001' }
    const versions = kysely.updateTable('data_set_versions').where('id', '=', versionId)
    await expect(versions.set({ readme: 'x' }).execute()).rejects.toMatchObject(refused)
    await expect(versions.set({ content_id: 'other' }).execute()).rejects.toMatchObject(refused)
    await expect(kysely.deleteFrom('data_set_versions').where('id', '=', versionId).execute()).rejects.toMatchObject(refused)
    const files = kysely.updateTable('data_set_files').where('version_id', '=', versionId)
    await expect(files.set({ sha256: 'x' }).execute()).rejects.toMatchObject(refused)
    await expect(kysely.deleteFrom('data_set_files').where('version_id', '=', versionId).execute()).rejects.toMatchObject(refused)
    const more = { version_id: versionId, path: 'more', size_bytes: 1n, sha256: 'x', kind: 'text/plain' }
    await expect(kysely.insertInto('data_set_files').values(more).execute()).rejects.toMatchObject(refused)
    await expect(kysely.updateTable('data_sets').set({ slug: 'new' }).where('id', '=', id).execute()).rejects.toMatchObject(
      refused,
    )
    expect((await author.call(myDatasets.remove, by(id))).code).toBe(resultCodes.data_set_published.code)
    await author.call(myDatasets.offline, by(versionId))
    expect((await author.call(myDatasets.remove_version, by(versionId))).code).toBe(resultCodes.data_set_state.code)
  })

  it('gets new words for the entry, and new content as a new version', async () => {
    const { id } = await publish()
    const facts = { name: '新名字', summary: '新的', type_id: 'image', tags: ['甲', '甲', '乙'] }
    const { data } = await author.call(myDatasets.update, { ...by(id), body: facts })
    expect(data).toMatchObject({ name: '新名字', type: { id: 'image' }, tags: ['乙', '甲'] })
    const { licence, readme, source } = buildDatasetForm()
    await rental.clock.advance(1_000)
    await author.call(myDatasets.add_version, { ...by(id), body: { version: '2.0', licence, readme, source } })
    await copyAllDatasets(rental)
    const { version, state } = (await author.call(myDatasets.get, by(id))).data
    expect([version, state]).toEqual(['2.0', 'pending'])
    expect((await rental.call(datasets.get, by(id))).data.versions.map((one) => one.version)).toEqual(['1.0'])
  })
})

describe('Removing what was never published', () => {
  it('frees its names at once and its files when the rest is over', async () => {
    const { id, slug, version_id: versionId } = await createPendingDataset(rental, author)
    await author.call(myDatasets.withdraw, by(versionId))
    expect((await author.call(myDatasets.remove_version, by(versionId))).status).toBe(200)
    expect((await author.call(myDatasets.get, by(id))).status).toBe(404)
    const again = await submitDataset(rental, author, { slug })
    expect(again.slug).toBe(slug)
    await removeLeftovers(rental.deps)
    const [contentId] = await contentIds()
    expect(contentId).toBeDefined()
    await rental.clock.advance(601_000)
    await removeLeftovers(rental.deps)
    expect(await contentIds()).toEqual([])
    expect(await rental.deps.volumes.list({ volume: toDatasetVolume(contentId!), path: '' })).toEqual([])
    const rows = rental.deps.database.kysely.selectFrom('data_set_versions').select('id').where('id', '=', versionId)
    expect(await rows.execute()).toEqual([])
  })

  it('and publishing at the same time: one of the two holds', async () => {
    const { id, version_id: versionId } = await createPendingDataset(rental, author)
    const [approved, removed] = await Promise.all([
      reviewer.call(operatorDatasets.approve, by(versionId)),
      author.call(myDatasets.remove, by(id)),
    ])
    expect([approved.status, removed.status].filter((status) => status === 200)).toHaveLength(1)
    expect((await rental.call(datasets.get, by(id))).status).toBe(approved.status === 200 ? 200 : 404)
  })
})

describe('A copying that dies', () => {
  it('before it was written down is done again, whole, in a folder of its own', async () => {
    const { id } = await submitDataset(rental, author)
    const { volumes, log } = rental.deps
    const dying: VolumeStore = {
      ...volumes,
      write: async (place, bytes, options) => {
        await volumes.write(place, bytes, options)
        throw new Error('the worker was killed')
      },
    }
    await copyNextDataset({ ...rental.deps, volumes: dying, log: { ...log, error: () => undefined } as never })
    expect((await versionOf(author, id)).state).toBe('preparing')
    expect(await copyNextDataset(rental.deps)).toBe(false)
    await rental.clock.advance(121_000)
    const before = await contentIds()
    await copyAllDatasets(rental)
    expect(await versionOf(author, id)).toMatchObject({ state: 'pending', file_count: 2 })
    expect((await contentIds()).length).toBe(before.length + 1)
  })

  it('finds out that it was withdrawn, and writes nothing down', async () => {
    const { id, versions } = await submitDataset(rental, author)
    const { volumes } = rental.deps
    const slow: VolumeStore = {
      ...volumes,
      write: async (place, bytes, options) => {
        await author.call(myDatasets.withdraw, by(versions[0]!.id))
        return volumes.write(place, bytes, options)
      },
    }
    await copyNextDataset({ ...rental.deps, volumes: slow })
    expect(await versionOf(author, id)).toMatchObject({ state: 'withdrawn', has_files: false, file_count: 0 })
  })
})

describe('product §10 Types of data sets', () => {
  it('are made, renamed and removed by an administrator, unless something belongs to them', async () => {
    const made = await admin.call(operatorDatasetTypes.create, { body: { name: '点云', sort: 9 } })
    expect(made.data).toMatchObject({ name: '点云', data_sets: 0 })
    const twice = await admin.call(operatorDatasetTypes.create, { body: { name: '点云', sort: 9 } })
    expect(twice.code).toBe(resultCodes.name_taken.code)
    const renamed = await admin.call(operatorDatasetTypes.update, { ...by(made.data.id), body: { name: '三维', sort: 1 } })
    expect(renamed.data.name).toBe('三维')
    await submitDataset(rental, author, { type_id: made.data.id })
    expect((await admin.call(operatorDatasetTypes.remove, by(made.data.id))).code).toBe(resultCodes.data_set_type_in_use.code)
    expect((await reviewer.call(operatorDatasetTypes.create, { body: { name: '别的', sort: 1 } })).status).toBe(403)
    const free = (await admin.call(operatorDatasetTypes.create, { body: { name: '空的', sort: 1 } })).data.id
    expect((await admin.call(operatorDatasetTypes.remove, by(free))).status).toBe(200)
  })
})
