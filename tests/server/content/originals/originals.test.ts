import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { communityImages } from '#contract/community.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorOriginals } from '#contract/operator/originals.ts'
import { type OriginalKind, originals } from '#contract/originals.ts'
import { createCommunityHelper } from '#tests/server/catalog/community/entries.ts'
import { addImageRelease, addPublishedImage } from '#tests/support/image-releases.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let author: Person
let reviewer: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  reviewer = await rental.addPerson({ role: 'operator_review' })
})
afterAll(() => rental.close())

const statement = '训练脚本和权重均由本人完成'
const apply = (entryId: string, { by = author, kind = 'image' as OriginalKind, links = ['https://example.cn/a'] } = {}) =>
  by.call(originals.create, { body: { kind, entry_id: entryId, statement, links } })
const approve = (id: string, by = reviewer) => by.call(operatorOriginals.approve, { params: { id } })
const reject = (id: string) => reviewer.call(operatorOriginals.reject, { params: { id }, body: { reason: '链接打不开' } })
const isOriginal = async (id: string) => (await rental.call(communityImages.get, { params: { id } })).data.original

async function publicDataSet(person: Person): Promise<string> {
  const add = await createCommunityHelper(rental).addDataSet(person, 'poems')
  await add('1.0', 'published')
  return 'poems'
}

describe('product §7 The badge 原创', () => {
  it('is given by a reviewer to an entry, image or data set, and its author hears of it', async () => {
    const [image, dataSet] = [await addPublishedImage(rental, author), await publicDataSet(author)]
    expect((await author.call(originals.candidates)).data).toMatchObject([
      { kind: 'image', id: image, original: false, open: false },
      { kind: 'data_set', id: dataSet, original: false, open: false },
    ])
    const application = (await apply(image)).data
    expect(application).toMatchObject({ state: 'pending', entry: { id: image }, links: ['https://example.cn/a'] })
    const other = (await apply(dataSet, { kind: 'data_set' })).data
    const queue = await reviewer.call(operatorOriginals.list, { query: { state: 'pending' } })
    expect(queue.data.map(({ id }) => id).sort()).toEqual([application.id, other.id].sort())
    const mine = await author.call(originals.list, { query: { kind: 'data_set' } })
    expect(mine.data.map(({ id }) => id)).toEqual([other.id])
    expect((await approve(application.id)).data).toMatchObject({ state: 'approved', decided_by: { id: reviewer.id } })
    await approve(other.id)
    expect(await isOriginal(image)).toBe(true)
    const told = (await author.call(notifications.list)).data.map(({ title }) => title)
    expect(told).toContainEqual(expect.stringMatching(/的原创申请已通过$/))
    expect((await apply(image)).code).toBe(resultCodes.original_done.code)
    expect((await author.call(originals.candidates)).data.every(({ original }) => original)).toBe(true)
  })

  it('is not given when refused; the reason is told and one may apply again', async () => {
    const image = await addPublishedImage(rental, author)
    const { id } = (await apply(image)).data
    await reject(id)
    expect(await isOriginal(image)).toBe(false)
    expect((await author.call(originals.list)).data.find((row) => row.id === id)).toMatchObject({
      state: 'refused',
      reason: '链接打不开',
    })
    expect((await apply(image)).status).toBe(200)
  })

  it('has one open application of an entry, also when two come at once', async () => {
    const image = await addPublishedImage(rental, author)
    const replies = await Promise.all([apply(image), apply(image)])
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', resultCodes.original_open.code])
    const { id } = replies.find(({ code }) => code === '0')!.data
    const ended = await Promise.all([approve(id), author.call(originals.withdraw, { params: { id } })])
    expect(ended.map(({ code }) => code).sort()).toEqual(['0', resultCodes.original_closed.code])
    expect((await approve(id)).code).toBe(resultCodes.original_closed.code)
  })

  it('is for own public entries, and not decided by their author', async () => {
    const pending = (await addImageRelease(rental, author)).id
    expect((await apply(pending)).code).toBe(resultCodes.original_unpublished.code)
    const theirs = await addPublishedImage(rental, reviewer)
    for (const id of [theirs, 'none']) expect((await apply(id)).errors).toHaveProperty('entry_id')
    const { id } = (await apply(theirs, { by: reviewer })).data
    expect((await approve(id)).code).toBe(resultCodes.own_change.code)
    expect((await reject(id)).code).toBe(resultCodes.own_change.code)
  })

  it('takes evidence as links of the web only', async () => {
    const image = await addPublishedImage(rental, author)
    const bad = ['javascript:alert(1)', 'ftp://a.cn', 'a.cn', 'data:text/html,x']
    for (const link of bad) expect((await apply(image, { links: [link] })).status).toBe(400)
    expect((await apply(image, { links: Array(6).fill('https://a.cn') })).errors).toHaveProperty('links')
  })
})
