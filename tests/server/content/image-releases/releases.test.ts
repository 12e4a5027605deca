import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import {
  type ImageReleaseDetail,
  type ImageReleaseState,
  imageReleaseActions,
  imageReleaseStates,
  imageReleases,
} from '#contract/image-releases.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { privateImages } from '#contract/private-images.ts'
import { prepareReleases } from '#server/domains/content/image-releases/prepare-releases.service.ts'
import { removeEngineImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { ownedFixtures } from '#tests/support/fixtures.ts'
import { addImageRelease, addPrivateImage, buildReleaseForm, saveSystemDiskImage } from '#tests/support/image-releases.ts'
import { createLongTaskHelper } from '#tests/support/long-tasks.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let author: Person
let saved: string
beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  saved = await saveSystemDiskImage(rental)
})
afterAll(() => rental.close())

const kysely = () => rental.deps.database.kysely
const prepare = () => prepareReleases(rental.deps)
const create = (person: Person, privateImageId: string, changes: Parameters<typeof buildReleaseForm>[1] = {}) =>
  person.call(imageReleases.create, { body: buildReleaseForm(privateImageId, changes) })
const show = async (id: string) => (await author.call(imageReleases.get, { params: { id } })).data
const first = ({ versions }: ImageReleaseDetail) => versions[0]!
const again = { licence: 'MIT', readme: '# 改好了', price_hour: '0' }
const act = (action: keyof typeof imageReleaseActions, versionId: string, body: typeof again = again) =>
  action === 'submit'
    ? author.call(imageReleases.submit, { params: { version_id: versionId }, body })
    : author.call(imageReleases[action], { params: { version_id: versionId } })
const setState = (id: string, state: ImageReleaseState, published: boolean) =>
  kysely()
    .updateTable('community_image_versions')
    .set({ state, published_at: published ? rental.clock.now() : null })
    .where('id', '=', id)
    .execute()

describe('product §7 Publishing a private image', () => {
  it('copies it under a name of its own, and then it waits for review', async () => {
    const privateImageId = await addPrivateImage(rental, author, saved)
    const { data } = await create(author, privateImageId)
    expect(data).toMatchObject({ name: 'LoRA 微调', tags: ['大模型', '训练'], public: false, name_fixed: false })
    expect(first(data)).toMatchObject({ state: 'preparing', size_gb: null, source: { id: privateImageId, there: true } })
    await prepare()
    expect(first(await show(data.id))).toMatchObject({ state: 'pending', size_gb: 9.8, price_hour: '0.00', readme: '# 说明' })
    const { image_id: imageId } = first(data)
    await rental.deps.compute.ensureImage('host-1', `zhisuan/community:${imageId}`, () => undefined)
  })

  it('lets the private one be removed meanwhile: the engine keeps it until the copy is made', async () => {
    const privateImageId = await addPrivateImage(rental, author, saved)
    const { data } = await create(author, privateImageId)
    expect((await author.call(privateImages.remove, { params: { id: privateImageId } })).status).toBe(200)
    await removeEngineImages(rental.deps)
    await prepare()
    expect(first(await show(data.id))).toMatchObject({ state: 'pending', source: { there: false } })
    await removeEngineImages(rental.deps)
    const gone = rental.deps.compute.ensureImage('host-1', `zhisuan/saved:${privateImageId}`, () => undefined)
    await expect(gone).rejects.toMatchObject({ code: 'ImageNotFound' })
    await rental.deps.compute.ensureImage('host-1', `zhisuan/community:${first(data).image_id}`, () => undefined)
  })

  it('is carried on by the next worker when one dies after the copy, or with the row in hand', async () => {
    const privateImageId = await addPrivateImage(rental, author, saved)
    const { data } = await create(author, privateImageId)
    await rental.deps.compute.copyImage(`zhisuan/saved:${privateImageId}`, `zhisuan/community:${first(data).image_id}`)
    const prepareLeaseUntil = new Date(rental.clock.now().getTime() + 300_000)
    const row = kysely().updateTable('community_image_versions').set({ prepare_lease_until: prepareLeaseUntil })
    await row.where('id', '=', first(data).id).execute()
    await prepare()
    expect(first(await show(data.id)).state).toBe('preparing')
    await rental.clock.advance(300_000)
    await prepare()
    expect(first(await show(data.id)).state).toBe('pending')
  })

  it('that cannot be copied fails with the reason, and can be submitted again with another image', async () => {
    const { data } = await create(author, await ownedFixtures.private_image(rental, author))
    await prepare()
    expect(first(await show(data.id))).toMatchObject({ state: 'failed', reason: '镜像不存在或已下线。' })
    const told = (await author.call(notifications.list)).data
    expect(told).toContainEqual(expect.objectContaining({ class: 'review', title: '镜像「LoRA 微调 1.0」没有准备成功' }))
    const privateImageId = await addPrivateImage(rental, author, saved)
    const params = { version_id: first(data).id }
    const reply = await author.call(imageReleases.submit, { params, body: { ...again, private_image_id: privateImageId } })
    expect(first(reply.data)).toMatchObject({ state: 'preparing', reason: null, readme: '# 改好了' })
    await prepare()
    expect(first(await show(data.id))).toMatchObject({ state: 'pending', source: { id: privateImageId } })
  })

  it('waits while the engine does not answer, and is given up after an hour', async () => {
    const { data } = await create(author, await addPrivateImage(rental, author, saved))
    rental.faults.unavailable = true
    await prepare()
    expect(first(await show(data.id)).state).toBe('preparing')
    await rental.clock.advance(3_601_000)
    await prepare()
    rental.faults.unavailable = false
    expect(first(await show(data.id))).toMatchObject({ state: 'failed', reason: '超过 1 小时没有完成，已停止尝试。' })
  })

  it('takes an own image that is ready, and no other', async () => {
    const others = await ownedFixtures.private_image(rental, await rental.addPerson())
    const saving = await ownedFixtures.private_image(rental, author)
    await kysely().updateTable('images').set({ state: 'saving' }).where('id', '=', saving).execute()
    for (const id of [others, saving, 'image-tests', 'none']) {
      const reply = await create(author, id)
      expect([reply.code, reply.errors]).toEqual([
        resultCodes.release_source_gone.code,
        { private_image_id: [expect.any(String)] },
      ])
    }
  })

  it('refuses what was saved from an instance with somebody else’s priced image', async () => {
    const own = await ownedFixtures.private_image(rental, author)
    const stranger = await rental.addPerson()
    const theirs = await ownedFixtures.private_image(rental, stranger)
    const { id: versionId } = first(await addImageRelease(rental, author))
    await kysely()
      .updateTable('community_image_versions')
      .set({ price_hour_micro: 100_000n })
      .where('id', '=', versionId)
      .execute()
    for (const id of [own, theirs])
      await kysely().updateTable('images').set({ priced_version_id: versionId }).where('id', '=', id).execute()
    expect((await create(stranger, theirs)).code).toBe(resultCodes.release_of_priced.code)
    expect((await create(author, own)).status).toBe(200)
  })

  it(`is done ${limits.imageReleasesMax} times by one author at most`, async () => {
    const busy = await rental.addPerson()
    const privateImageId = await ownedFixtures.private_image(rental, busy)
    for (let n = 0; n < limits.imageReleasesMax; n += 1) {
      const id = `community-busy-${n}`
      const entry = { id, author_id: busy.id, name: id, summary: id, created_at: rental.clock.now() }
      await kysely().insertInto('community_images').values(entry).execute()
      const image = await ownedFixtures.private_image(rental, busy)
      const text = { version: '1.0', licence: 'MIT', readme: '说明', state: 'withdrawn', submitted_at: rental.clock.now() }
      await kysely()
        .insertInto('community_image_versions')
        .values({ ...text, id: `v-${id}`, community_image_id: id, image_id: image })
        .execute()
    }
    expect((await create(busy, privateImageId)).code).toBe(resultCodes.image_release_limit.code)
  })
})

describe('product §7 The price of an image', () => {
  it('is set by creators only, in steps of ¥0.01 up to the most', async () => {
    const creator = await rental.addPerson()
    const id = await ownedFixtures.private_image(rental, creator)
    const refused = await create(creator, id, { price_hour: '0.5' })
    expect([refused.code, refused.errors]).toEqual([
      resultCodes.creator_required.code,
      { price_hour: [resultCodes.creator_required.message] },
    ])
    await kysely().updateTable('users').set({ is_creator: true }).where('id', '=', creator.id).execute()
    expect(first((await create(creator, id, { price_hour: '0.5' })).data).price_hour).toBe('0.50')
    for (const priceHour of ['0.005', '-1', '10.01', '1e1', '']) {
      expect((await create(creator, id, { price_hour: priceHour })).errors).toHaveProperty('price_hour')
    }
    expect((await create(creator, id, { price_hour: '10' })).status).toBe(200)
  })
})

describe('product §7 Versions', () => {
  it('have each a name of their own in one entry, also when two come at once', async () => {
    const { id } = await addImageRelease(rental, author)
    const privateImageId = await ownedFixtures.private_image(rental, author)
    const add = (version: string) =>
      author.call(imageReleases.add_version, { params: { id }, body: buildReleaseForm(privateImageId, { version }) })
    expect((await add('1.0')).errors).toHaveProperty('version')
    const replies = await Promise.all([add('2.0'), add('2.0'), add('2.1')])
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', '0', resultCodes.release_version_taken.code])
    expect((await show(id)).versions.map(({ version }) => version).sort()).toEqual(['1.0', '2.0', '2.1'])
  })

  it('allow in each state what the table says, and nothing else', async () => {
    const { id } = first(await addImageRelease(rental, author))
    const states = Object.keys(imageReleaseStates) as ImageReleaseState[]
    for (const action of ['withdraw', 'offline', 'online', 'submit'] as const) {
      for (const state of states.filter((one) => one !== 'published' && one !== 'offline')) {
        await setState(id, state, false)
        const allowed = (imageReleaseActions[action] as readonly string[]).includes(state)
        expect([action, state, (await act(action, id)).code]).toEqual([
          action,
          state,
          allowed ? '0' : resultCodes.release_state.code,
        ])
      }
    }
    await setState(id, 'published', true)
    for (const [action, code] of [
      ['submit', resultCodes.release_state.code],
      ['withdraw', resultCodes.release_state.code],
      ['remove', resultCodes.release_state.code],
      ['online', resultCodes.release_state.code],
      ['offline', '0'],
      ['offline', resultCodes.release_state.code],
      ['remove', resultCodes.release_state.code],
      ['submit', resultCodes.release_state.code],
      ['online', '0'],
    ] as const)
      expect([action, (await act(action, id)).code]).toEqual([action, code])
  })

  it('that were never published can be removed: the name is free again, and with the last the entry goes', async () => {
    const { id, versions } = await addImageRelease(rental, author)
    const versionId = versions[0]!.id
    await prepare()
    await setState(versionId, 'pending', false)
    expect((await act('remove', versionId)).code).toBe(resultCodes.release_state.code)
    await act('withdraw', versionId)
    const body = buildReleaseForm(await ownedFixtures.private_image(rental, author), { version: '2.0' })
    await author.call(imageReleases.add_version, { params: { id }, body })
    expect((await act('remove', versionId)).status).toBe(200)
    expect((await show(id)).versions.map(({ version }) => version)).toEqual(['2.0'])
    const renewed = await author.call(imageReleases.add_version, { params: { id }, body: { ...body, version: '1.0' } })
    for (const version of renewed.data.versions) {
      await setState(version.id, 'refused', false)
      await act('remove', version.id)
    }
    expect((await author.call(imageReleases.get, { params: { id } })).status).toBe(404)
    expect((await author.call(imageReleases.list, { query: { page_size: 100 } })).data.map((entry) => entry.id)).not.toContain(id)
    expect(
      (await author.call(imageReleases.update, { params: { id }, body: { name: 'x', summary: 'x', tags: [] } })).status,
    ).toBe(404)
  })

  it('withdrawn and submitted again wait for review without another copy', async () => {
    const { data } = await create(author, await addPrivateImage(rental, author, saved))
    await prepare()
    await act('withdraw', first(data).id)
    const reply = await act('submit', first(data).id)
    expect(first(reply.data)).toMatchObject({ state: 'pending', image_id: first(data).image_id, readme: '# 改好了' })
  })
})

describe('product §7 An entry', () => {
  const facts = { name: '新名字', summary: '新简介', tags: ['推理'] }

  it('is renamed until it was published; summary and tags may always get better', async () => {
    const { id, versions } = await addImageRelease(rental, author)
    const update = (change: object) => author.call(imageReleases.update, { params: { id }, body: { ...facts, ...change } })
    expect((await update({})).data).toMatchObject(facts)
    const image = kysely().selectFrom('images').select('name').where('id', '=', versions[0]!.image_id)
    expect(await image.executeTakeFirstOrThrow()).toEqual({ name: '新名字' })
    await setState(versions[0]!.id, 'published', true)
    expect((await update({ name: '又一个' })).errors).toHaveProperty('name')
    expect((await update({ tags: ['a', 'b'] })).data).toMatchObject({
      name: '新名字',
      tags: ['a', 'b'],
      name_fixed: true,
      public: true,
    })
    expect((await update({ tags: ['a', 'a'] })).errors).toHaveProperty('tags')
  })

  it('is found in the own list by name and state', async () => {
    const person = await rental.addPerson()
    const one = await addImageRelease(rental, person, { name: '图像 100%' })
    await rental.clock.advance(1000)
    await addImageRelease(rental, person, { name: '语音' })
    const find = async (query: object) => (await person.call(imageReleases.list, { query })).data.map(({ name }) => name)
    expect(await find({})).toEqual(['语音', '图像 100%'])
    expect(await find({ keyword: '%' })).toEqual(['图像 100%'])
    await setState(one.versions[0]!.id, 'refused', false)
    expect(await find({ state: 'refused' })).toEqual(['图像 100%'])
  })

  it('of a sub-account is its own, made of its own images', async () => {
    const sub = await rental.addPerson({ account_type: 'sub' })
    const { data } = await create(sub, await addPrivateImage(rental, sub, saved))
    await prepare()
    expect((await sub.call(imageReleases.get, { params: { id: data.id } })).data.versions[0]!.state).toBe('pending')
    expect((await author.call(imageReleases.get, { params: { id: data.id } })).status).toBe(404)
  })
})

describe('product §7 Removing the private image after publication', () => {
  it('harms nobody: instances are created with the version, and boot', async () => {
    const privateImageId = await addPrivateImage(rental, author, saved)
    const { data } = await create(author, privateImageId)
    await prepare()
    await setState(first(data).id, 'published', true)
    await author.call(privateImages.remove, { params: { id: privateImageId } })
    await removeEngineImages(rental.deps)
    const reader = await rental.addPerson()
    const work = createLongTaskHelper(rental)
    const id = await rental.rent(reader, { image_id: first(data).image_id })
    expect(await work.shell(id, 1, 'cat /root/weights')).toBe('trained')
    await work.shutDown(reader, id)
    await rental.act(reader, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(reader)
  })
})
