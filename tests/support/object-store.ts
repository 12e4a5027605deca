import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Middleware } from 's3rver'
import type { S3Settings } from '#server/ports/volumes.ts'

interface Part {
  number: string
  bytes: number
  tag: string
}

/** Implements what this store lacks: listing the parts of an unfinished upload, and aborting one. */
export function trackUnfinishedUploads(): Middleware {
  const uploads = new Map<string, Part[]>()
  const ended = new Set<string>()
  return async (ctx, next) => {
    const { uploadId: id, partNumber: number } = ctx.query
    if (id === undefined || (ctx.method !== 'GET' && ctx.method !== 'DELETE')) {
      await next()
      if (id === undefined || ctx.status >= 300) return
      if (ctx.method === 'POST') return void ended.add(id)
      const parts = (uploads.get(id) ?? []).filter((part) => part.number !== number)
      return void uploads.set(id, [
        ...parts,
        { number: number!, bytes: Number(ctx.get('content-length')), tag: ctx.response.get('etag') },
      ])
    }
    ctx.type = 'application/xml'
    if (ctx.method === 'DELETE') {
      ended.add(id)
      ctx.status = 204
      return
    }
    if (ended.has(id)) {
      ctx.status = 404
      ctx.body = '<Error><Code>NoSuchUpload</Code><Message>No such upload</Message></Error>'
      return
    }
    const inOrder = [...(uploads.get(id) ?? [])].sort((one, other) => Number(one.number) - Number(other.number))
    const parts = inOrder.map(
      ({ number, bytes, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag><Size>${bytes}</Size></Part>`,
    )
    ctx.body = `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`
  }
}

/**
 * A local S3 server with one empty bucket. It accepts any key and so proves nothing about keys. `before` handles requests first;
 * without it, plain s3rver runs, which does not know its unfinished uploads. Set `port` to restart a store at the same address.
 */
export async function startObjectStore({
  before = [trackUnfinishedUploads()],
  port: wanted = 0,
  address = '127.0.0.1',
  bucket = 'files',
}: {
  before?: Middleware[]
  port?: number
  address?: string
  bucket?: string
} = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'zhisuan-s3-'))
  const server = new S3rver({
    port: wanted,
    address,
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  server.middleware.unshift(...before)
  const { port } = await server.run()
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    prefix: 'zhisuan/',
    access_key: { id: 'S3RVER', secret: 'S3RVER' },
    path_style: true,
    mount_dir: undefined,
  }
  return {
    settings,
    directory,
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>
