import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openObjectBucket } from '#server/adapters/volumes.bucket.ts'
import { createS3Volumes } from '#server/adapters/volumes.s3.ts'
import { readServerConfig } from '#server/config/config.ts'
import { type S3Settings, toPersonalVolume, type VolumeStore } from '#server/ports/volumes.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts'
import { defineVolumesConformance } from './volumes-conformance.ts'

const mine = toPersonalVolume('region-1', 'user-1')
let store: ObjectStore
let volumes: VolumeStore

beforeAll(async () => {
  store = await startObjectStore()
  volumes = createS3Volumes(store.settings)
})
beforeEach(() => volumes.remove({ volume: mine, path: '' }))
afterAll(() => store.close())

describe('product §7 Files in a bucket', () => defineVolumesConformance(() => volumes))

describe('A bucket', () => {
  it('takes what is larger than one part, and what the store does not copy by itself, whole', async () => {
    const content = randomBytes(40_000_000)
    const streaming = createS3Volumes(store.settings, openObjectBucket(store.settings, { copy_bytes: 1_000_000 }))
    await streaming.write({ volume: mine, path: 'large' }, Readable.from([content]))
    await streaming.copy({ volume: mine, path: 'large' }, { volume: mine, path: 'copied' })
    const copied = await buffer(await streaming.read({ volume: mine, path: 'copied' }))
    expect(copied.equals(content)).toBe(true)
  })

  it('refuses a path that makes too long a key with the rest of it, and asks the store nothing', async () => {
    const asked: string[] = []
    const bucket = openObjectBucket(store.settings)
    const head = (key: string) => {
      asked.push(key)
      return bucket.head(key)
    }
    const watched = createS3Volumes({ ...store.settings, prefix: `${'p'.repeat(40)}/` }, { ...bucket, head })
    const path = Array.from({ length: 5 }, () => 'd'.repeat(199)).join('/')
    for (const work of [
      () => watched.stat({ volume: mine, path }),
      () => watched.makeFolder({ volume: mine, path }),
      () => watched.write({ volume: mine, path }, Readable.from(['x'])),
      () => watched.move(mine, path, 'other'),
      () => watched.read({ volume: mine, path }),
    ]) {
      await expect(work()).rejects.toMatchObject({ fault: 'bad_path' })
    }
    expect(asked.filter((key) => key.endsWith(path))).toEqual([])
  })

  it('lists more than one page', async () => {
    // the store seals its page marks with a cipher that OpenSSL keeps for old programs only: a process of its own may use it
    const old = new ChildProgram<S3Settings>(new URL('../../support/object-store.child.ts', import.meta.url), [], {
      NODE_OPTIONS: '--openssl-legacy-provider',
    })
    const settings = (await old.next())!
    const bucket = openObjectBucket(settings, { page_keys: 7 })
    const paged = createS3Volumes(settings, bucket)
    await Promise.all(Array.from({ length: 50 }, (_, i) => bucket.put(`${mine}/many/${i}`, Buffer.from('1'))))
    expect(await paged.usage(mine)).toEqual({ bytes: 50, files: 50 })
    expect(await paged.list({ volume: mine, path: 'many' })).toHaveLength(50)
    await paged.remove({ volume: mine, path: 'many' })
    expect(await paged.list({ volume: mine, path: '' })).toEqual([])
  })

  it('is seen by instances only where every host has it mounted', async () => {
    expect(await volumes.hostFolder(mine)).toBeUndefined()
    const mounted = createS3Volumes({ ...store.settings, mount_dir: '/mnt/files' })
    expect(await mounted.hostFolder(mine)).toBe('/mnt/files/files/region-1/user-1')
  })

  it('is configured whole or refused', () => {
    const env = { STORAGE: 's3', S3_BUCKET: 'files', S3_PREFIX: 'zhisuan' }
    expect(readServerConfig(env).s3).toMatchObject({
      bucket: 'files',
      prefix: 'zhisuan/',
      access_key: undefined,
      path_style: false,
    })
    expect(readServerConfig({}).s3).toBeUndefined()
    expect(() => readServerConfig({ STORAGE: 's3' })).toThrow('S3_BUCKET')
    expect(() => readServerConfig({ ...env, S3_ACCESS_KEY_ID: 'x' })).toThrow('S3_SECRET_ACCESS_KEY')
    expect(() => readServerConfig({ ...env, STORAGE_MOUNT_DIR: 'relative' })).toThrow('绝对路径')
  })
})
