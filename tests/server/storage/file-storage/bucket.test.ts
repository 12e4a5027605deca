import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { readServerConfig } from '#server/config/config.ts'
import { runExtractions } from '#server/domains/storage/file-storage/extract-worker.service.ts'
import { testRegionId } from '#tests/support/market.ts'
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { computeSha256, type StoragePlatform, startStoragePlatform } from '#tests/support/storage-platform.ts'
import { buildZip } from '#tests/support/zip.ts'

let store: ObjectStore
let rental: RentalPlatform
let storing: StoragePlatform
let person: Person

beforeAll(async () => {
  store = await startObjectStore()
  const env = {
    STORAGE: 's3',
    S3_ENDPOINT: store.settings.endpoint,
    S3_BUCKET: 'files',
    S3_PREFIX: 'zhisuan',
    S3_FORCE_PATH_STYLE: '1',
  }
  const config = readServerConfig({ NODE_ENV: 'test', ...env, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' })
  rental = await createRentalPlatform()
  rental.deps.volumes = await createVolumes(config)
  rental.deps.uploads = createUploads(config, rental.deps.volumes)
  storing = await startStoragePlatform(rental)
  person = await rental.addPerson()
})
afterAll(async () => {
  await rental.close()
  await store.close()
})

describe('product §7 File storage in a bucket', () => {
  it('an upload in several parts, large and small, arrives whole and goes to its place', async () => {
    const bytes = randomBytes(19_000_000)
    const { id } = (await storing.create(person, '模型 😀.bin', bytes.length, { folder: '项目/v1' })).data
    // Within one part of the store, over several, and a rest.
    for (let from = 0; from < bytes.length; ) {
      const offset = Number((await storing.tus(person, 'HEAD', id)).headers.get('upload-offset'))
      expect(offset).toBe(from)
      from = Math.min(bytes.length, from + (from === 0 ? 1_000_000 : 9_000_000))
      expect((await storing.patch(person, id, offset, bytes.subarray(offset, from))).status).toBe(204)
    }
    expect((await storing.complete(person, id, computeSha256(bytes))).data).toMatchObject({
      path: '项目/v1/模型 😀.bin',
      size_bytes: bytes.length,
    })
    const { url } = (
      await person.call(fileStorage.download_link, { body: { region_id: testRegionId, path: '项目/v1/模型 😀.bin' } })
    ).data
    expect(computeSha256(Buffer.from(await (await fetch(storing.origin + url)).arrayBuffer()))).toBe(computeSha256(bytes))
    const part = await fetch(storing.origin + url, { headers: { range: 'bytes=5-9' } })
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 10))
    expect(await rental.deps.volumes.list({ volume: 'uploads', path: '' })).toEqual([])
    expect(await storing.usage(person)).toMatchObject({
      used_bytes: bytes.length,
      file_count: 1,
      reserved_bytes: 0,
      mountable: false,
    })
  })

  it('what was not what was sent, or was given up, leaves nothing', async () => {
    const { id } = (await storing.create(person, 'a', 3)).data
    await storing.patch(person, id, 0, Buffer.from('abc'))
    expect((await storing.complete(person, id, computeSha256('abd'))).code).toBe(resultCodes.upload_mismatch.code)
    const other = (await storing.create(person, 'b', 3)).data.id
    await person.call(fileStorage.cancel_upload, { params: { id: other } })
    expect(await rental.deps.volumes.list({ volume: 'uploads', path: '' })).toEqual([])
    expect((await storing.upload(person, 'empty', Buffer.alloc(0))).data.size_bytes).toBe(0)
  })

  it('unpacks, moves and removes', async () => {
    await storing.leave(
      person,
      'a.zip',
      buildZip([
        { name: 'x/y.txt', content: 'y' },
        { name: 'z.txt', content: Buffer.alloc(1000, 'z') },
      ]),
    )
    await person.call(fileStorage.extract, { body: { region_id: testRegionId, path: 'a.zip' } })
    await runExtractions(rental.deps)
    expect(await storing.list(person, 'a')).toEqual(['a/x', 'a/z.txt'])
    const moved = await person.call(fileStorage.move, {
      body: { region_id: testRegionId, paths: ['a'], folder: '项目', name: 'b' },
    })
    expect(moved.data[0]).toMatchObject({ ok: true, to: '项目/b' })
    await person.call(fileStorage.remove, { body: { region_id: testRegionId, paths: ['项目'] } })
    expect(await storing.list(person)).toEqual(['a.zip', 'empty'])
  })
})
