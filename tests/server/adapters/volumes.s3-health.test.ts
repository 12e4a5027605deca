import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import type { Middleware } from 's3rver'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openObjectBucket } from '#server/adapters/volumes.bucket.ts'
import { createS3Volumes } from '#server/adapters/volumes.s3.ts'
import type { S3Settings } from '#server/ports/volumes.ts'
import { startObjectStore, trackUnfinishedUploads } from '#tests/support/object-store.ts'

const enough = { patience_ms: 60_000 }

async function aStore(before: Middleware[] = [trackUnfinishedUploads()]) {
  const store = await startObjectStore({ before })
  onTestFinished(() => store.close())
  return store
}
const healthOf = (settings: S3Settings) => createS3Volumes(settings).health(enough)

/** What lies in the store's folder: objects, and parts of unfinished uploads. */
async function filesIn(directory: string): Promise<string[]> {
  const all = await readdir(directory, { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** A server that is no store and answers everything so. */
async function answering(status: number, code: string, settings: S3Settings): Promise<S3Settings> {
  const server: Server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return { ...settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('product §7 A store is tried before it is relied on', () => {
  it('one that can do all that is needed is ok, and keeps nothing of the trial', async () => {
    const store = await aStore()
    expect(await healthOf(store.settings)).toEqual({ state: 'ok' })
    expect(await openObjectBucket(store.settings).any('')).toBe(false)
  })

  it('one without ListParts is refused by that name, and keeps nothing of the trial', async () => {
    const store = await aStore([])
    const empty = await filesIn(store.directory)
    expect(await healthOf(store.settings)).toEqual({
      state: 'unfit',
      problem: `S3_ENDPOINT ${store.settings.endpoint} 的桶 files 不能 ListParts，断点续传的上传需要它：MethodNotAllowed`,
    })
    expect(await filesIn(store.directory)).toEqual(empty)
  })

  it.each([
    ['GetObject 的 Range', 'GET', (query: object) => !('list-type' in query) && !('uploadId' in query)],
    ['CopyObject', 'PUT', (_: object, copied: boolean) => copied],
    ['AbortMultipartUpload', 'DELETE', (query: object) => 'uploadId' in query],
    ['DeleteObjects', 'POST', (query: object) => 'delete' in query],
  ] as const)('one without %s is refused by that name', async (operation, method, is) => {
    const refuse: Middleware = async (ctx, next) => {
      if (ctx.method !== method || !is(ctx.query, ctx.get('x-amz-copy-source') !== '')) return next()
      ctx.status = 501
      ctx.body = '<Error><Code>NotImplemented</Code><Message>no</Message></Error>'
    }
    const { settings } = await aStore([refuse, trackUnfinishedUploads()])
    const { state, problem } = await healthOf(settings)
    expect([state, problem]).toEqual(['unfit', expect.stringContaining(`不能 ${operation}，`)])
    expect(problem).toContain('NotImplemented')
  })

  it('a bucket that is not there and keys that are wrong are refused', async () => {
    const { settings } = await aStore()
    expect(await healthOf({ ...settings, bucket: 'other' })).toMatchObject({
      state: 'unfit',
      problem: expect.stringMatching(/桶 other.*PutObject.*NoSuchBucket/),
    })
    for (const code of ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch']) {
      expect(await healthOf(await answering(403, code, settings))).toMatchObject({
        state: 'unfit',
        problem: expect.stringContaining(code),
      })
    }
  })

  it('one that is away, in trouble or unpaid is unreachable, which may pass', async () => {
    const { settings } = await aStore()
    const passing = [
      [503, 'SlowDown'],
      [500, 'InternalError'],
      [429, 'TooManyRequests'],
      [403, 'UserDisable'],
      [400, 'ExpiredToken'],
    ] as const
    for (const [status, code] of passing) {
      expect(await healthOf(await answering(status, code, settings))).toMatchObject({
        state: 'unreachable',
        problem: expect.stringContaining(code),
      })
    }
    expect(await healthOf({ ...settings, endpoint: 'http://127.0.0.1:1' })).toEqual({
      state: 'unreachable',
      problem: 'S3_ENDPOINT http://127.0.0.1:1 的桶 files 没有应答：ECONNREFUSED',
    })
  })

  it('one that says nothing keeps nobody waiting', async () => {
    const { settings } = await aStore()
    const silent = createSocketServer((socket) => socket.on('error', () => undefined))
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const volumes = createS3Volumes({ ...settings, endpoint: `http://127.0.0.1:${port}` })
    expect(await volumes.health({ patience_ms: 10 })).toMatchObject({
      state: 'unreachable',
      problem: expect.stringContaining('超时'),
    })
  })
})
