import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { datasets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { detectFileKind } from '#server/domains/storage/datasets/file-kind.ts'
import { createPendingDataset, createPublishedDataset } from '#tests/support/datasets.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const svg = '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const html = '\n<!DOCTYPE html><script>alert(document.cookie)</script>'
const zip = Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')
const oneLine = `{"text":"${'长'.repeat(3_500_000)}"}`
const broken = Buffer.concat([
  Buffer.alloc(limits.dataSetPreviewBytes - 10, 'a'),
  Buffer.from([0xff, 0xfe, 0x41]),
  Buffer.alloc(100, 'b'),
])

let rental: RentalPlatform
let author: Person
let stranger: Person
let reviewer: Person
let versionId: string
let hiddenId: string

beforeAll(async () => {
  rental = await createRentalPlatform()
  author = await rental.addPerson()
  stranger = await rental.addPerson()
  reviewer = await rental.addPerson({ role: 'operator_review' })
  const picture = { create: { width: 2000, height: 1000, channels: 3, background: '#f00' } } as const
  const files = {
    'a.csv': 'x,y\n1,2\n',
    'data/深/b 😀.jsonl': '{"x":1}\n',
    'data/深/c.txt': '',
    'data/d.txt': '\uFEFF带 BOM',
    'evil/page.csv': html,
    'evil/draw.png': svg,
    'evil/zip.csv': zip,
    'evil/long.json': oneLine,
    'evil/broken.txt': broken,
    'evil/cut.png': (await sharp(picture).png().toBuffer()).subarray(0, 400),
    'evil/<img src=x onerror=alert(1)>.txt': 'x',
    'pictures/red.png': await sharp(picture).png().toBuffer(),
    'pictures/large.bmp.png': Buffer.concat([await sharp(picture).png().toBuffer(), Buffer.alloc(limits.dataSetPictureMaxBytes)]),
  }
  ;({ version_id: versionId } = await createPublishedDataset(rental, { author, reviewer }, {}, files))
  ;({ version_id: hiddenId } = await createPendingDataset(rental, author, {
    source: { region_id: 'cn-tests-1', path: 'cases/data' },
  }))
})
afterAll(() => rental.close())

const list = (path?: string, id = versionId, query = {}) =>
  rental.call(datasets.file_list, { params: { version_id: id }, query: { ...(path !== undefined && { path }), ...query } })
const preview = (path: string, id = versionId) => rental.call(datasets.preview, { params: { version_id: id }, query: { path } })

describe('product §7 The file tree', () => {
  it('shows one level, folders first with all below them', async () => {
    const { data, total } = await list()
    expect(total).toBe(4)
    expect(data.map(({ name, folder, file_count: fileCount }) => [name, folder, fileCount])).toEqual([
      ['data', true, 3],
      ['evil', true, 7],
      ['pictures', true, 2],
      ['a.csv', false, 1],
    ])
    const sha256 = createHash('sha256').update('x,y\n1,2\n').digest('hex')
    expect(data[3]).toMatchObject({ path: 'a.csv', size_bytes: 8, kind: 'text/plain', sha256 })
    expect(data[0]).toMatchObject({ kind: null, sha256: null })
  })

  it('goes down through names of any script, and pages', async () => {
    const { data } = await list('data/深')
    expect(data.map(({ path }) => path)).toEqual(['data/深/b 😀.jsonl', 'data/深/c.txt'])
    const page = await list('', versionId, { page: 2, page_size: 3 })
    expect([page.data.map(({ name }) => name), page.total]).toEqual([['a.csv'], 4])
  })

  it.each(['dat', 'data/..', '../', 'a.csv', '%', 'nothing'])('knows no folder %s', async (path) => {
    const reply = await list(path)
    expect([reply.status, reply.errors]).toEqual([404, { path: ['这个版本里没有这个文件夹'] }])
  })

  it('of what is not public is there for its author and who reviews it alone', async () => {
    const seenBy = async (person?: Person) => {
      const call = person?.call ?? rental.call
      return (await call(datasets.file_list, { params: { version_id: hiddenId } })).status
    }
    expect([await seenBy(), await seenBy(stranger), await seenBy(author), await seenBy(reviewer)]).toEqual([404, 404, 200, 200])
    expect((await preview('d.txt', hiddenId)).status).toBe(404)
    const ticket = await stranger.call(datasets.file_ticket, { params: { version_id: hiddenId }, body: { path: 'd.txt' } })
    expect(ticket.status).toBe(404)
  })
})

describe('product §7 A preview', () => {
  it('shows the beginning of a text', async () => {
    expect((await preview('a.csv')).data).toMatchObject({ shown: 'text', text: 'x,y\n1,2\n', truncated: false, image: null })
    expect((await preview('data/d.txt')).data.text).toBe('带 BOM')
    expect((await preview('data/深/c.txt')).data).toMatchObject({ shown: 'text', text: '', size_bytes: 0 })
  })

  it('of a line of 10 MB is cut at 64 KiB, between two characters', async () => {
    const { data } = await preview('evil/long.json')
    expect([data.shown, data.truncated, data.size_bytes]).toEqual(['text', true, Buffer.byteLength(oneLine)])
    expect(Buffer.byteLength(data.text!)).toBeLessThanOrEqual(limits.dataSetPreviewBytes)
    expect(data.text!.endsWith('长')).toBe(true)
  })

  it('shows bytes that are no UTF-8 as such', async () => {
    const { data } = await preview('evil/broken.txt')
    expect(data).toMatchObject({ shown: 'text', truncated: true })
    expect(data.text).toContain('\uFFFD')
  })

  it('shows markup as the text it is, whatever the file is called', async () => {
    expect((await preview('evil/page.csv')).data).toMatchObject({ shown: 'text', text: html, kind: 'text/html', image: null })
    expect((await preview('evil/draw.png')).data).toMatchObject({ shown: 'text', text: svg, kind: 'image/svg+xml', image: null })
  })

  it('shows nothing of a zip named .csv, and says why', async () => {
    const { data } = await preview('evil/zip.csv')
    expect(data).toMatchObject({ shown: 'none', kind: 'application/zip', text: null, why_not: '这种文件不能预览，请下载后查看' })
  })

  it('draws a picture anew, no larger than a screen', async () => {
    const { data } = await preview('pictures/red.png')
    expect([data.shown, data.kind]).toEqual(['image', 'image/png'])
    const [head, bytes] = data.image!.split(',')
    expect(head).toBe('data:image/webp;base64')
    expect(await sharp(Buffer.from(bytes!, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 600 })
  })

  it('shows no picture that is broken or beyond 5 MB', async () => {
    expect((await preview('evil/cut.png')).data).toMatchObject({
      shown: 'none',
      image: null,
      why_not: expect.stringContaining('损坏'),
    })
    expect((await preview('pictures/large.bmp.png')).data).toMatchObject({
      shown: 'none',
      why_not: expect.stringContaining('5 MB'),
    })
  })

  it.each(['../data.csv', 'data', '/etc/passwd', 'a.csv/', 'data/../a.csv', 'a.csv\u0000'])('knows no file %j', async (path) => {
    const reply = await preview(path)
    expect([400, 404]).toContain(reply.status)
    expect(reply.errors ?? {}).toBeTypeOf('object')
  })
})

describe('A download', () => {
  const ticketFor = async (path: string) =>
    (await stranger.call(datasets.file_ticket, { params: { version_id: versionId }, body: { path } })).data

  it('takes a link that anybody signed in gets, and is saved under its name', async () => {
    const { url } = await ticketFor('evil/page.csv')
    const reply = await rental.app.inject({ method: 'GET', url })
    expect([reply.statusCode, reply.body]).toEqual([200, html])
    expect(reply.headers['content-type']).toBe('application/octet-stream')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''page\.csv$/)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    const visitor = await rental.call(datasets.file_ticket, { params: { version_id: versionId }, body: { path: 'a.csv' } })
    expect(visitor.code).toBe(resultCodes.signed_out.code)
  })

  it('is over after five minutes, and with a link that was changed', async () => {
    const { url } = await ticketFor('data/深/b 😀.jsonl')
    const changed = await rental.app.inject({ method: 'GET', url: `${url.slice(0, -2)}xx` })
    expect(changed.json()).toMatchObject({ code: resultCodes.file_ticket_expired.code })
    expect((await rental.app.inject({ method: 'GET', url })).body).toBe('{"x":1}\n')
    await rental.clock.advance(301_000)
    expect((await rental.app.inject({ method: 'GET', url })).json()).toMatchObject({ code: resultCodes.file_ticket_expired.code })
  })
})

describe('The kind of a file', () => {
  it.each<[string, string | Buffer]>([
    ['application/x-elf', Buffer.from('\x7fELF\x02', 'latin1')],
    ['application/gzip', Buffer.from([0x1f, 0x8b, 8])],
    ['application/octet-stream', Buffer.from([0, 1, 2])],
    ['application/octet-stream', Buffer.from('\x1b[31m red')],
    ['text/plain', '<p>not a page'],
    ['text/html', '<!-- a --> <HTML>'],
    ['text/xml', '<?xml version="1.0"?><rows/>'],
    ['text/plain', Buffer.from('中').subarray(0, 2)],
    ['text/plain', ''],
  ])('is %s', (kind, bytes) => expect(detectFileKind(Buffer.from(bytes))).toBe(kind))
})
