import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { communityImages } from '#contract/community.ts'
import { imageReleases } from '#contract/image-releases.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorImageReviews } from '#contract/operator/image-reviews.ts'
import { prepareReleases } from '#server/domains/content/image-releases/prepare-releases.service.ts'
import { addPrivateImage, buildReleaseForm, saveSystemDiskImage } from '#tests/support/image-releases.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let author: Person
let reviewer: Person
let colleague: Person
let saved: string
beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  reviewer = await rental.addPerson({ role: 'operator_review' })
  colleague = await rental.addPerson({ role: 'operator_admin' })
  await rental.deps.database.kysely.updateTable('users').set({ is_creator: true }).where('id', '=', author.id).execute()
  saved = await saveSystemDiskImage(rental)
})
afterAll(() => rental.close())

/** A version that waits for review. */
async function submitted(person = author, changes: Parameters<typeof buildReleaseForm>[1] = {}) {
  await rental.clock.advance(1000) // nothing of it happens at the moment of what was before
  const body = buildReleaseForm(await addPrivateImage(rental, person, saved), changes)
  const { data } = await person.call(imageReleases.create, { body })
  await prepareReleases(rental.deps)
  const { id, image_id: imageId } = data.versions[0]!
  return { entry_id: data.id, id, image_id: imageId }
}
const approve = (id: string, by = reviewer) => by.call(operatorImageReviews.approve, { params: { id } })
const reject = (id: string, reason = '缺少说明') =>
  reviewer.call(operatorImageReviews.reject, { params: { id }, body: { reason } })
const takeOff = (id: string) => reviewer.call(operatorImageReviews.offline, { params: { id }, body: { reason: '含有漏洞' } })
const isPublic = async (id: string) => (await rental.call(communityImages.get, { params: { id } })).status === 200
const newest = async (person: Person) => (await person.call(notifications.list)).data[0]

describe('product §10 Review of community images', () => {
  it('lists who waits longest first, with all that is needed to decide', async () => {
    const [one, two] = [await submitted(author, { name: '先' }), await submitted(author, { name: '后', price_hour: '0.3' })]
    const { data } = await reviewer.call(operatorImageReviews.list, { query: { state: 'pending' } })
    expect(data.map(({ id }) => id)).toEqual([one.id, two.id])
    const detail = (await reviewer.call(operatorImageReviews.get, { params: { id: two.id } })).data
    expect(detail).toMatchObject({
      entry: { name: '后', tags: ['大模型', '训练'] },
      author: { id: author.id, is_creator: true },
      readme: '# 说明',
      price_hour: '0.30',
      size_gb: 9.8,
      own: false,
      source: { instance_id: null },
      others: [],
    })
    expect((await reviewer.call(operatorImageReviews.list, { query: { keyword: '后' } })).total).toBe(1)
  })

  it('publishes what is approved, once, and tells its author', async () => {
    const { entry_id: entryId, id } = await submitted()
    expect(await isPublic(entryId)).toBe(false)
    const replies = await Promise.all([approve(id), approve(id, colleague)])
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', resultCodes.release_state.code])
    expect(await isPublic(entryId)).toBe(true)
    expect(await newest(author)).toMatchObject({ class: 'review', title: '镜像「LoRA 微调 1.0」已通过审核并发布' })
    const audited = await rental.deps.database.kysely
      .selectFrom('audit_log')
      .select(['target_id', 'before', 'after'])
      .where('endpoint', '=', 'operator_image_reviews.approve')
      .where('target_id', '=', id)
      .execute()
    expect(audited).toContainEqual({ target_id: id, before: { state: '待审核' }, after: { state: '已发布' } })
  })

  it('tells the reason of what is refused, which can be corrected and submitted again', async () => {
    const { entry_id: entryId, id } = await submitted()
    expect((await reject(id, '')).errors).toHaveProperty('reason')
    await reject(id)
    expect(await newest(author)).toMatchObject({
      title: '镜像「LoRA 微调 1.0」未通过审核',
      content: '原因：缺少说明。修改后可以重新提交。',
    })
    const own = (await author.call(imageReleases.get, { params: { id: entryId } })).data
    expect(own.versions[0]).toMatchObject({ state: 'refused', reason: '缺少说明' })
    const body = { licence: 'MIT', readme: '# 完整的说明', price_hour: '0' }
    await author.call(imageReleases.submit, { params: { version_id: id }, body })
    expect((await approve(id)).data).toMatchObject({ state: 'published', reason: null })
    expect((await reject(id)).code).toBe(resultCodes.release_state.code)
  })

  it('is not for one’s own', async () => {
    const { id } = await submitted(reviewer)
    expect((await reviewer.call(operatorImageReviews.get, { params: { id } })).data.own).toBe(true)
    expect((await approve(id)).code).toBe(resultCodes.own_change.code)
    expect((await reject(id)).code).toBe(resultCodes.own_change.code)
    expect((await approve(id, colleague)).status).toBe(200)
    expect((await takeOff(id)).code).toBe(resultCodes.own_change.code)
  })

  it('and a withdrawal at the same moment: one of them happens, the other is told so', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { entry_id: entryId, id } = await submitted(author, { name: `同时 ${round}` })
      const withdraw = author.call(imageReleases.withdraw, { params: { version_id: id } })
      const replies = await Promise.all(round % 2 ? [approve(id), withdraw] : [withdraw, approve(id)])
      expect(replies.map(({ code }) => code).sort()).toEqual(['0', resultCodes.release_state.code])
      const { state } = (await author.call(imageReleases.get, { params: { id: entryId } })).data.versions[0]!
      expect(await isPublic(entryId)).toBe(state === 'published')
      expect(['published', 'withdrawn']).toContain(state)
    }
  })

  it('lets a reviewer try a version before it is public, nobody else, and counts no use', async () => {
    const { entry_id: entryId, id, image_id: imageId } = await submitted(author, { name: '试用' })
    expect((await rental.quote(author, { image_id: imageId })).status).toBe(404)
    expect((await rental.quote(await rental.addPerson({ role: 'operator_support' }), { image_id: imageId })).status).toBe(404)
    const ofVersion = (person: Person) => person.call(communityImages.of_version, { params: { image_id: imageId } })
    expect((await ofVersion(author)).status).toBe(404)
    expect((await ofVersion(reviewer)).data).toMatchObject({ image_id: imageId, name: '试用', version: '1.0' })
    await rental.rent(reviewer, { image_id: imageId })
    expect((await reviewer.call(operatorImageReviews.get, { params: { id } })).data.running).toBe(1)
    await approve(id, colleague)
    expect((await rental.call(communityImages.get, { params: { id: entryId } })).data.uses).toBe(0)
    await rental.releaseAll(reviewer)
  })

  it('keeps what was refused from being tried any longer', async () => {
    const { id, image_id: imageId } = await submitted()
    await reject(id)
    expect((await rental.quote(reviewer, { image_id: imageId })).status).toBe(404)
  })
})

describe('product §7 Taken offline', () => {
  it('by the platform: what runs goes on and boots, its author cannot put it back, a reviewer can', async () => {
    const { entry_id: entryId, id, image_id: imageId } = await submitted()
    await approve(id)
    const reader = await rental.addPerson()
    const instance = await rental.rent(reader, { image_id: imageId })
    expect((await takeOff(id)).data).toMatchObject({ state: 'offline', reason: '含有漏洞', by_platform: true, running: 1 })
    expect(await newest(author)).toMatchObject({ title: '镜像「LoRA 微调 1.0」已被平台下线' })
    expect(await isPublic(entryId)).toBe(false)
    expect((await rental.quote(reader, { image_id: imageId })).errors).toHaveProperty('image_id')
    await rental.act(reader, instance, 'shutdown')
    await rental.reach(instance, instanceStatusCodes.shut_down)
    await rental.act(reader, instance, 'start')
    await rental.reach(instance, instanceStatusCodes.running)
    const back = await author.call(imageReleases.online, { params: { version_id: id } })
    expect([back.code, back.message]).toEqual([resultCodes.release_state.code, expect.stringContaining('由平台下线')])
    await reviewer.call(operatorImageReviews.online, { params: { id } })
    expect(await isPublic(entryId)).toBe(true)
    await rental.releaseAll(reader)
  })

  it('by its author: it comes back as it was reviewed', async () => {
    const { entry_id: entryId, id } = await submitted()
    await approve(id)
    const own = (verb: 'offline' | 'online') => author.call(imageReleases[verb], { params: { version_id: id } })
    expect((await own('offline')).data.versions[0]).toMatchObject({ state: 'offline', by_platform: false })
    expect(await isPublic(entryId)).toBe(false)
    await own('online')
    expect(await isPublic(entryId)).toBe(true)
  })
})

describe('product §7 A published version does not change', () => {
  it('not even its price, and not by SQL', async () => {
    const { id } = await submitted(author, { price_hour: '0.2' })
    await approve(id)
    const change = (set: object) =>
      rental.deps.database.kysely.updateTable('community_image_versions').set(set).where('id', '=', id).execute()
    const changes = [{ price_hour_micro: 10_000n }, { source_image_id: null }, { readme: '换了' }, { published_at: new Date(0) }]
    for (const set of changes) await expect(change(set)).rejects.toMatchObject({ code: 'ZS001' })
    await expect(change({ state: 'offline' })).resolves.toBeDefined()
  })
})
