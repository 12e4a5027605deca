import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { communityAuthors, communityImages } from '#contract/community.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createCommunityHelper } from './entries.ts'

let rental: RentalPlatform
let author: Person
let reader: Person
let community: ReturnType<typeof createCommunityHelper>

beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  reader = await rental.addPerson()
  community = createCommunityHelper(rental)
  const lora = await community.addImage(author, 'lora', {
    name: 'LoRA 微调',
    summary: '单卡微调大模型',
    tags: ['大模型', '训练'],
    original: true,
  })
  await lora('1.0', 'published')
  await lora('2.0', 'published')
  await lora('3.0', 'pending')
  const keras = await community.addImage(author, 'keras', { name: 'Keras 100%', tags: ['训练'], framework: 'TensorFlow' })
  await keras('1.0', 'published')
  const npu = await community.addImage(author, 'npu', { vendor: 'ascend', tags: ['昇腾'] })
  await npu('1.0', 'published')
  for (const state of ['pending', 'refused', 'offline'] as const) {
    const hidden = await community.addImage(author, `hidden-${state}`, { tags: ['不公开'] })
    await hidden('1.0', state)
  }
})
afterAll(() => rental.close())

type Query = NonNullable<CallInput<typeof communityImages.list>['query']>
const find = async (query: Query = {}) => (await rental.call(communityImages.list, { query })).data.map(({ id }) => id)
const show = async (id: string) => (await rental.call(communityImages.get, { params: { id } })).data

describe('product §7 Community images a visitor sees', () => {
  it('are those with a published version, each with its newest one', async () => {
    const { data, total } = await rental.call(communityImages.list)
    expect(total).toBe(3)
    expect(data.map(({ id, version }) => [id, version])).toEqual([
      ['npu', '1.0'],
      ['keras', '1.0'],
      ['lora', '2.0'],
    ])
    expect(data[2]).toMatchObject({ tags: ['大模型', '训练'], original: true, stars: 0, uses: 0, licence: 'MIT', size_gb: 9.8 })
  })

  it.each<[Query, string[]]>([
    [{ keyword: '微调' }, ['lora']],
    [{ keyword: 'tensorflow' }, ['keras']],
    [{ keyword: '昇腾' }, ['npu']],
    [{ keyword: '100%' }, ['keras']],
    [{ keyword: '%' }, ['keras']],
    [{ keyword: 'hidden' }, []],
    [{ tag: '训练' }, ['keras', 'lora']],
    [{ tag: '训' }, []],
    [{ tag: '不公开' }, []],
    [{ framework: 'TensorFlow' }, ['keras']],
    [{ vendor: 'ascend' }, ['npu']],
    [{ vendor: 'nvidia', tag: '训练', keyword: '单卡' }, ['lora']],
    [{ sort: 'published_at', order: 'asc' }, ['lora', 'keras', 'npu']],
    [{ page: 2, page_size: 2 }, ['lora']],
    [{ page: 9, page_size: 2 }, []],
  ])('are searched, filtered, sorted and paged by %j', async (query, ids) => expect(await find(query)).toEqual(ids))

  it('are counted by tag and framework, nothing hidden among them', async () => {
    const { data } = await rental.call(communityImages.facets)
    expect(data.tags).toEqual([
      { name: '训练', count: 2 },
      { name: '大模型', count: 1 },
      { name: '昇腾', count: 1 },
    ])
    expect(data.frameworks).toEqual([
      { name: 'PyTorch', count: 2 },
      { name: 'TensorFlow', count: 1 },
    ])
  })

  it('show their published versions, the newest first, and no other', async () => {
    const { versions } = await show('lora')
    expect(versions.map(({ version, image_id: imageId, readme }) => [version, imageId, readme])).toEqual([
      ['2.0', 'image-lora-2-0', '# lora 2.0'],
      ['1.0', 'image-lora-1-0', '# lora 1.0'],
    ])
  })

  it.each(['hidden-pending', 'hidden-refused', 'hidden-offline', 'no-such-image'])('%s is not there', async (id) => {
    for (const caller of [rental.call, author.call]) {
      const reply = await caller(communityImages.get, { params: { id } })
      expect([reply.status, reply.code]).toEqual([404, resultCodes.not_found.code])
    }
  })

  it('say of their author the nickname, and of review nothing', async () => {
    const list = (await rental.call(communityImages.list)).raw
    const { phone, uuid } = await rental.deps.database.kysely
      .selectFrom('users')
      .select(['phone', 'uuid'])
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow()
    const detail = (await rental.call(communityImages.get, { params: { id: 'lora' } })).raw
    for (const raw of [list, detail]) {
      expect(raw).toContain('"nickname"')
      for (const secret of [author.id, phone, uuid, '审核意见', 'zhisuan/pytorch', 'reviewed_by', 'owner'])
        expect(raw).not.toContain(secret)
    }
  })

  it('are neither base images nor anybody’s private ones', async () => {
    expect((await rental.call(products.images)).data.map(({ id }) => id)).toEqual(['image-tests'])
    expect((await author.call(privateImages.list)).data).toEqual([])
  })
})

const star = (person: Person, id: string, starred: boolean) =>
  person.call(communityImages.star, { params: { id }, body: { starred } })

describe('product §7 Stars', () => {
  it('count each person once, and are taken back as they were given', async () => {
    expect((await star(reader, 'keras', true)).data).toEqual({ starred: true, stars: 1 })
    expect((await star(reader, 'keras', true)).data).toEqual({ starred: true, stars: 1 })
    expect((await star(author, 'keras', true)).data).toEqual({ starred: true, stars: 2 })
    expect((await star(author, 'keras', false)).data).toEqual({ starred: false, stars: 1 })
    expect((await star(author, 'keras', false)).data).toEqual({ starred: false, stars: 1 })
    expect(await find({ sort: 'stars' })).toEqual(['keras', 'npu', 'lora'])
  })

  it('are one’s own: nobody else sees who gave them', async () => {
    const seenBy = async (person?: Person) =>
      (await (person?.call ?? rental.call)(communityImages.get, { params: { id: 'keras' } })).data.starred
    expect([await seenBy(reader), await seenBy(author), await seenBy()]).toEqual([true, false, false])
  })

  it('cannot be given to what is not public, but can be taken back from it', async () => {
    for (const id of ['hidden-pending', 'no-such-image'])
      for (const starred of [true, false]) expect((await star(reader, id, starred)).code).toBe(resultCodes.not_found.code)
    const brief = await community.addImage(author, 'brief')
    const imageId = await brief('1.0', 'published')
    await star(reader, 'brief', true)
    await community.setState(imageId, 'offline')
    expect((await star(reader, 'brief', true)).code).toBe(resultCodes.not_found.code)
    expect((await star(reader, 'brief', false)).data).toEqual({ starred: false, stars: 0 })
  })
})

describe('product §7 What one keeps', () => {
  const kept = async (query = {}) => (await reader.call(communityImages.collected, { query })).data

  it('is listed, the last kept first, searched, and stays when it is taken offline', async () => {
    const passing = await community.addImage(author, 'passing', { name: '临时', tags: ['推理'] })
    const imageId = await passing('1.0', 'published')
    await rental.clock.advance(1000)
    await star(reader, 'passing', true)
    expect((await kept()).map(({ id, available }) => [id, available])).toEqual([
      ['passing', true],
      ['keras', true],
    ])
    await community.setState(imageId, 'offline')
    expect((await kept({ keyword: '临时' }))[0]).toMatchObject({ id: 'passing', available: false, version: '1.0', stars: 1 })
    expect((await kept({ tag: '训练' })).map(({ id }) => id)).toEqual(['keras'])
    expect((await author.call(communityImages.collected)).data).toEqual([])
    await star(reader, 'passing', false)
    expect((await kept()).map(({ id }) => id)).toEqual(['keras'])
  })
})

describe('product §7 An author', () => {
  const authorOf = async (id: string) => (await show(id)).author
  const page = (id: string) => rental.call(communityAuthors.get, { params: { id } })

  it('has a page with what is public of theirs, by an id that serves for nothing else', async () => {
    const { id, nickname } = await authorOf('lora')
    const { data, raw } = await page(id)
    expect(data).toEqual({ id, nickname, is_creator: false, creator_since: null, images: 3, data_sets: 0, stars: 1, uses: 0 })
    expect(raw).not.toContain(author.id)
    expect(await find({ author: id })).toHaveLength(3)
    expect(await find({ author: id, keyword: nickname })).toHaveLength(3)
    expect(await find({ author: author.id })).toEqual([])
    expect((await author.call(users.get, { params: { id } })).status).toBe(404)
  })

  it('who has published nothing has none, and neither an account’s own ids lead to one', async () => {
    const { kysely } = rental.deps.database
    const ids = kysely.selectFrom('users').select(['id', 'uuid', 'public_id'])
    const nobody = await ids.where('id', '=', reader.id).executeTakeFirstOrThrow()
    const somebody = await ids.where('id', '=', author.id).executeTakeFirstOrThrow()
    for (const id of [nobody.public_id, somebody.id, somebody.uuid, 'none']) expect((await page(id)).status).toBe(404)
  })

  it('is a creator since the approval that still holds', async () => {
    const { kysely } = rental.deps.database
    const creator = await rental.addPerson()
    await kysely.updateTable('users').set({ is_creator: true }).where('id', '=', creator.id).execute()
    const at = rental.clock.now()
    const words = { introduction: '写镜像', field: '图像', links: JSON.stringify([]) }
    const row = { ...words, id: 'audit-1', user_id: creator.id, state: 'approved', submitted_at: at, decided_at: at }
    await kysely.insertInto('creator_audits').values(row).execute()
    const priced = await community.addImage(creator, 'priced')
    await priced('1.0', 'pending')
    const set = { state: 'published', published_at: at, price_hour_micro: 200_000n }
    await kysely.updateTable('community_image_versions').set(set).where('community_image_id', '=', 'priced').execute()
    const entry = await show('priced')
    expect([entry.price_hour, entry.versions[0]!.price_hour]).toEqual(['0.20', '0.20'])
    expect((await page(entry.author.id)).data).toMatchObject({ is_creator: true, creator_since: at.toISOString() })
    await kysely
      .updateTable('community_image_versions')
      .set({ state: 'offline' })
      .where('community_image_id', '=', 'priced')
      .execute()
  })
})

describe('product §7 One click to “create instance with this”', () => {
  const imageId = 'image-lora-2-0'

  it('names the image of a published version to the order page', async () => {
    const { data } = await rental.call(communityImages.of_version, { params: { image_id: imageId } })
    expect(data).toMatchObject({
      image_id: imageId,
      community_image_id: 'lora',
      name: 'LoRA 微调',
      version: '2.0',
      vendor: 'nvidia',
    })
    for (const hidden of ['image-lora-3-0', 'image-hidden-offline-1-0', 'image-tests'])
      expect((await rental.call(communityImages.of_version, { params: { image_id: hidden } })).code).toBe(
        resultCodes.not_found.code,
      )
  })

  it('creates an instance that runs it, and counts one use however often the order is sent', async () => {
    const quote = (await rental.quote(reader, { image_id: imageId })).data.token
    const sent = await Promise.all([1, 2, 3].map(() => reader.call(orders.create, { body: { quote } })))
    const ids = new Set(sent.map(({ data }) => data.instance_id))
    expect(ids.size).toBe(1)
    const [id] = [...ids] as [string]
    await rental.reach(id, instanceStatusCodes.running)
    expect(await rental.show(reader, id)).toMatchObject({ image_id: imageId, image: 'LoRA 微调 2.0' })
    const { uses, versions } = await show('lora')
    expect([uses, ...versions.map((version) => version.uses)]).toEqual([1, 1, 0])
    expect((await find({ sort: 'uses' }))[0]).toBe('lora')
  })

  it('counts the use for good: releasing the instance or changing its image takes nothing back', async () => {
    const id = await rental.rent(reader, { image_id: imageId })
    await rental.act(reader, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await reader.call(instances.change_image, { params: { id }, body: { image_id: 'image-tests' } })
    await rental.act(reader, id, 'release')
    expect((await show('lora')).uses).toBe(2)
  })

  it('counts nothing for an instance with another image, or for an order that is refused', async () => {
    await rental.rent(reader)
    const poor = await rental.addPerson({ balance: '0.00' })
    expect((await rental.order(poor, { image_id: imageId })).code).toBe(resultCodes.insufficient_balance.code)
    expect((await show('lora')).uses).toBe(2)
  })

  it('is refused for a version that is not published, and for other chips', async () => {
    for (const wish of [{ image_id: 'image-lora-3-0' }, { image_id: 'image-hidden-refused-1-0' }, { image_id: 'image-npu-1-0' }])
      expect((await rental.quote(author, wish)).errors).toHaveProperty('image_id')
  })

  it('taken offline: what runs keeps running and boots again, nothing new is made of it', async () => {
    const keras = 'image-keras-1-0'
    const id = await rental.rent(reader, { image_id: keras })
    const quoted = (await rental.quote(reader, { image_id: keras })).data.token
    await community.setState(keras, 'offline')
    expect((await rental.show(reader, id)).status).toBe(instanceStatusCodes.running)
    expect((await rental.quote(reader, { image_id: keras })).errors).toHaveProperty('image_id')
    expect((await reader.call(orders.create, { body: { quote: quoted } })).code).toBe(resultCodes.quote_changed.code)
    await rental.act(reader, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.act(reader, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    expect(await find({ keyword: 'Keras' })).toEqual([])
    await community.setState(keras, 'published')
    expect(await show('keras')).toMatchObject({ uses: 1 })
  })
})

describe('product §7 A published version', () => {
  const change = (set: object) =>
    rental.deps.database.kysely
      .updateTable('community_image_versions')
      .set(set)
      .where('image_id', '=', 'image-lora-1-0')
      .execute()

  it.each([{ readme: '换了' }, { licence: '换了' }, { version: '9' }, { image_id: 'image-tests' }])(
    'does not change: %j is refused by the database',
    async (set) => {
      await expect(change(set)).rejects.toMatchObject({ code: 'ZS001' })
    },
  )

  it('can be taken offline and put back', async () => {
    for (const state of ['offline', 'published'] as const) {
      await change({ state, state_reason: '核实中' })
      const { on_offer: onOffer } = await rental.deps.database.kysely
        .selectFrom('images')
        .select('on_offer')
        .where('id', '=', 'image-lora-1-0')
        .executeTakeFirstOrThrow()
      expect(onOffer).toBe(state === 'published')
    }
  })
})
