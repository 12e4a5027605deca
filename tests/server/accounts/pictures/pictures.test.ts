import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { findPicture, reencodePicture, storePicture } from '#server/domains/accounts/pictures/pictures.service.ts'
import type { Refusal } from '#server/lib/refusal.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import { addPerson } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const fileOf = (bytes: Buffer, name = 'photo.png') => ({ bytes, name, sha256: 'x' })
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })
/** What a phone writes: where and with what it was taken, and which way was up. */
const photo = (width = 400, height = 200) =>
  plain(width, height)
    .jpeg()
    .withExif({ IFD0: { Make: 'CanaryPhone' }, IFD3: { GPSLatitude: '39/1 54/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()

/** What it is refused with, at the field `file`. */
async function refusalOf(bytes: Buffer, purpose: 'avatar' | 'certification' = 'avatar'): Promise<string[] | undefined> {
  const refusal = await reencodePicture(fileOf(bytes), purpose).then(
    () => undefined,
    (error: unknown) => error as Refusal,
  )
  return refusal?.details.errors?.file
}

/** A PNG that says it is 30 000 pixels wide and high, in a few kilobytes. */
function bomb(): Buffer {
  const crcs = Array.from({ length: 256 }, (_, n) => {
    let crc = n
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
    return crc >>> 0
  })
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const crc = ~body.reduce((sum, byte) => crcs[(sum ^ byte) & 255]! ^ (sum >>> 8), 0xffffffff) >>> 0
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc)
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(30_000, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('product §6 Pictures that people send', () => {
  it('are drawn anew as WebP, an avatar as a square of 256', async () => {
    const { type, drawn } = await reencodePicture(fileOf(await photo()), 'avatar')
    expect(type).toBe('image/webp')
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: limits.avatarPx, height: limits.avatarPx })
  })

  it('keep their shape when they prove something, and no more pixels than can be read', async () => {
    const { drawn } = await reencodePicture(fileOf(await plain(4800, 1200).png().toBuffer()), 'certification')
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 2400, height: 600 })
  })

  it('lose where they were taken, and stand upright', async () => {
    const sent = await sharp(await photo())
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(sent.toString('latin1')).toContain('CanaryPhone')
    const { drawn } = await reencodePicture(fileOf(sent), 'certification')
    const { exif, orientation, width, height } = await sharp(drawn).metadata()
    expect([exif, orientation, width, height]).toEqual([undefined, undefined, 200, 400])
    expect(drawn.toString('latin1')).not.toContain('CanaryPhone')
  })

  it('lose what was hidden behind the picture', async () => {
    const polyglot = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    expect((await reencodePicture(fileOf(polyglot), 'avatar')).drawn.toString('latin1')).not.toContain('script')
  })

  const format = '请上传 JPG、PNG 或 WebP 格式的图片'
  it.each([
    ['a picture that is a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00', 'latin1')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', readFileSync(process.execPath).subarray(0, 4096)],
    ['one byte', Buffer.from('x')],
  ])('refuse %s, whatever its name says', async (_, bytes) => expect(await refusalOf(bytes)).toEqual([format]))

  it('refuse a file that ends too early', async () => {
    const whole = await sharp({
      create: { width: 300, height: 300, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .png()
      .toBuffer()
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toEqual(['图片已损坏或不完整，请换一张'])
    expect(await refusalOf(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toEqual(['图片已损坏或不完整，请换一张'])
  })

  it('refuse a bomb by what its header says, before a pixel is drawn', async () => {
    const bytes = bomb()
    expect(bytes.length).toBeLessThan(10_000)
    expect(await refusalOf(bytes, 'certification')).toEqual(['图片的像素过多，请缩小到 2500 万像素以内'])
  })

  it.each([
    ['avatar', limits.avatarMaxBytes, '图片不能超过 2 MB'],
    ['certification', limits.pictureMaxBytes, '图片不能超过 5 MB'],
  ] as const)('refuse an %s that is too large', async (purpose, max, words) =>
    expect(await refusalOf(Buffer.concat([await photo(), Buffer.alloc(max)]), purpose)).toEqual([words]),
  )
})

describe('product §6 Papers', () => {
  it('lie sealed, and open for their owner only', async () => {
    const { deps } = platform
    const { kysely } = deps.database
    const [person, other] = [await addPerson(platform), await addPerson(platform)]
    const file = await reencodePicture(fileOf(await photo()), 'certification')
    const at = deps.clock.now()
    const id = await deps.database.transaction((trx) =>
      storePicture(trx, deps, { user_id: person.id, purpose: 'certification', file, at }),
    )
    const found = await findPicture(kysely, deps, id)
    expect(found).toMatchObject({ user_id: person.id, purpose: 'certification', type: 'image/webp' })
    expect(found!.bytes.equals(file.drawn)).toBe(true)
    const row = await kysely.selectFrom('pictures').select('bytes').where('id', '=', id).executeTakeFirstOrThrow()
    expect(Buffer.from(row.bytes).includes(Buffer.from('WEBP'))).toBe(false)
    expect(await dumpDatabase(deps.database)).not.toContain(file.drawn.toString('hex').slice(0, 64))
    await kysely.updateTable('pictures').set({ user_id: other.id }).where('id', '=', id).execute()
    await expect(findPicture(kysely, deps, id)).rejects.toThrow()
  })
})
