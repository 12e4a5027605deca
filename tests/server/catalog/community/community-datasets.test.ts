import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { datasets } from '#contract/community.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { seedDemo } from '#server/demo/demo.ts'
import type { Deps } from '#server/deps.ts'
import { readStreamBytes } from '#server/domains/storage/datasets/preview.ts'
import { toDatasetVolume } from '#server/ports/volumes.ts'
import type { Person } from '#tests/support/people.ts'
import { createTestPlatform } from '#tests/support/platform.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createCommunityHelper } from './entries.ts'

let rental: RentalPlatform
let author: Person

beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  const { addDataSet } = createCommunityHelper(rental)
  const gsm = await addDataSet(author, 'gsm', { name: 'GSM', tags: ['数学'], type_id: 'text' })
  await gsm('1.0', 'published')
  await gsm('2.0', 'published', 3_000_001_500n)
  await gsm('3.0', 'pending')
  const digits = await addDataSet(author, 'digits', { name: '手写数字', tags: ['教学'] })
  await digits('1.0', 'published')
  for (const state of ['pending', 'refused', 'offline'] as const) {
    const hidden = await addDataSet(author, `hidden-${state}`, { tags: ['不公开'] })
    await hidden('1.0', state)
  }
})
afterAll(() => rental.close())

type Query = NonNullable<CallInput<typeof datasets.list>['query']>
const find = async (query: Query = {}) => (await rental.call(datasets.list, { query })).data.map(({ id }) => id)

describe('requirements §7 GET /api/v1/dataset_list', () => {
  it('answers a visitor at exactly this path', async () => {
    const reply = await rental.app.inject({ method: 'GET', url: '/api/v1/dataset_list?page=1&page_size=10' })
    expect(reply.json()).toMatchObject({ code: '0', success: true, total: 2 })
  })

  it.each<[Query, string[]]>([
    [{}, ['digits', 'gsm']],
    [{ type: 'text' }, ['gsm']],
    [{ tag: '教学' }, ['digits']],
    [{ tag: '不公开' }, []],
    [{ keyword: '数字' }, ['digits']],
    [{ keyword: '数学' }, ['gsm']],
    [{ keyword: 'hidden' }, []],
    [{ sort: 'size_bytes' }, ['gsm', 'digits']],
    [{ sort: 'size_bytes', order: 'asc' }, ['digits', 'gsm']],
    [{ page: 2, page_size: 1 }, ['gsm']],
  ])('searches, filters, sorts and pages by %j', async (query, ids) => expect(await find(query)).toEqual(ids))
})

describe('requirements §7 GET /api/v1/dataset_types_list', () => {
  it('names every type with what is public of it', async () => {
    const reply = await rental.app.inject({ method: 'GET', url: '/api/v1/dataset_types_list' })
    const { data } = reply.json() as { data: { id: string; name: string; count: number }[] }
    expect(data.slice(0, 3)).toEqual([
      { id: 'image', name: '图像', count: 1 },
      { id: 'text', name: '文本', count: 1 },
      { id: 'audio', name: '语音', count: 0 },
    ])
    expect((await rental.call(datasets.tags)).data.map(({ name }) => name).sort()).toEqual(['教学', '数学'])
  })
})

describe('product §7 A data set', () => {
  it('shows type, licence, size, mount path and its published versions', async () => {
    const { data, raw } = await rental.call(datasets.get, { params: { id: 'gsm' } })
    expect(data).toMatchObject({
      type: { id: 'text', name: '文本' },
      version: '2.0',
      size_bytes: 3_000_001_500,
      file_count: 1,
      uses: 0,
    })
    expect(data.versions.map(({ version }) => version)).toEqual(['2.0', '1.0'])
    expect(data.versions[0]).toMatchObject({ mount_path: '/datasets/gsm/2.0', licence: 'MIT' })
    for (const secret of [author.id, '审核意见', 'reviewed_by', 'state']) expect(raw).not.toContain(`"${secret}"`)
  })

  it.each(['hidden-pending', 'hidden-refused', 'hidden-offline', 'none'])('%s is not there', async (id) => {
    expect((await author.call(datasets.get, { params: { id } })).code).toBe(resultCodes.not_found.code)
    expect((await author.call(datasets.star, { params: { id }, body: { starred: true } })).code).toBe(resultCodes.not_found.code)
  })

  it('is kept by each person once', async () => {
    const star = (starred: boolean) => author.call(datasets.star, { params: { id: 'gsm' }, body: { starred } })
    expect([(await star(true)).data, (await star(true)).data].map(({ stars }) => stars)).toEqual([1, 1])
    expect(await find({ sort: 'stars' })).toEqual(['gsm', 'digits'])
    expect((await author.call(datasets.get, { params: { id: 'gsm' } })).data.starred).toBe(true)
    expect((await star(false)).data).toEqual({ starred: false, stars: 0 })
  })
})

describe('The demo community', () => {
  it('is all there, runs what the platform offers, and claims no use and no star', async () => {
    const platform = await createTestPlatform()
    await seedDemo(platform.deps)
    const { kysely } = platform.deps.database
    const images = await kysely
      .selectFrom('community_image_versions as v')
      .innerJoin('images as m', 'm.id', 'v.image_id')
      .select(['m.reference', 'm.on_offer', 'v.readme', 'm.size_gb'])
      .where('v.state', '=', 'published')
      .execute()
    const bases = await kysely.selectFrom('images').select(['reference', 'size_gb']).where('kind', '=', 'base').execute()
    expect(images.length).toBeGreaterThan(7)
    for (const { reference, on_offer: onOffer, readme, size_gb: sizeGb } of images) {
      expect(onOffer).toBe(true)
      expect(bases).toContainEqual({ reference, size_gb: sizeGb })
      expect(readme).toContain('没有额外预装')
    }
    const { data } = await platform.call(datasets.list)
    expect(data.length).toBeGreaterThan(3)
    for (const { author: by, stars } of data) expect([by.nickname, by.is_creator, stars]).toEqual(['陈砚', true, 0])
    await expectRealFiles(platform.deps)
    await platform.close()
  })
})

/** Every file is in its volume, and is what the list says. */
async function expectRealFiles({ database: { kysely }, volumes }: Deps): Promise<void> {
  const files = await kysely
    .selectFrom('data_set_files as f')
    .innerJoin('data_set_versions as v', 'v.id', 'f.version_id')
    .select(['f.path', 'f.size_bytes', 'f.sha256', 'f.kind', 'v.content_id'])
    .execute()
  expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(['text/plain', 'audio/wav', 'image/png']))
  for (const { path, size_bytes: sizeBytes, sha256, content_id: contentId } of files) {
    const bytes = await readStreamBytes(await volumes.read({ volume: toDatasetVolume(contentId!), path }))
    expect([BigInt(bytes.length), createHash('sha256').update(bytes).digest('hex')]).toEqual([sizeBytes, sha256])
  }
}
