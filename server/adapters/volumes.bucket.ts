import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  type S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/ports/volumes.ts'

/** Part size. A store accepts at most 10,000 parts per object, which exceeds the largest allowed file. */
const partBytes = 16 * 1_048_576
/** Largest object that a store copies in a single request. */
const maxSingleCopyBytes = 5 * 1_073_741_824

export interface StoredObject {
  size: number
  at: Date
}

export const buildS3ClientConfig = ({
  endpoint,
  region,
  access_key: accessKey,
  path_style: pathStyle,
}: S3Settings): S3ClientConfig => ({
  ...(endpoint && { endpoint }),
  region,
  ...(accessKey && { credentials: { accessKeyId: accessKey.id, secretAccessKey: accessKey.secret } }),
  forcePathStyle: pathStyle,
  // Stores other than Amazon's would save the checksum framing as part of the object.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
})

/** The few object store requests that volumes need. Keys exclude the configured prefix. */
export type ObjectBucket = ReturnType<typeof openObjectBucket>

/** `copy_bytes` is the largest object copied by the store itself, `page_keys` the number of keys per list request. */
export function openObjectBucket(
  settings: S3Settings,
  { copy_bytes: copyBytes = maxSingleCopyBytes, page_keys: pageKeys = 1000 } = {},
) {
  const { bucket, prefix } = settings
  const client = new S3Client(buildS3ClientConfig(settings))
  const named = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  async function head(key: string): Promise<StoredObject | undefined> {
    try {
      const { ContentLength = 0, LastModified } = await client.send(new HeadObjectCommand(named(key)))
      return { size: ContentLength, at: LastModified! }
    } catch (error) {
      if ((error as S3ServiceException).$metadata?.httpStatusCode === 404) return undefined
      throw error
    }
  }

  async function* pages(start: string, delimiter?: string, most = pageKeys) {
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix + start,
          Delimiter: delimiter,
          // Without encoding, the response drops leading and trailing spaces of a key.
          EncodingType: 'url',
          ContinuationToken: token,
          MaxKeys: most,
        }),
      )
      const textOf = (key: string | undefined) => decodeKey(key!, page.EncodingType).slice(prefix.length)
      yield {
        objects: (page.Contents ?? []).map(({ Key, Size, LastModified }) => ({
          key: textOf(Key),
          object: { size: Size!, at: LastModified! },
        })),
        folders: (page.CommonPrefixes ?? []).map(({ Prefix }) => textOf(Prefix)),
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  async function* below(start: string): AsyncGenerator<{ key: string; object: StoredObject }> {
    for await (const { objects } of pages(start)) yield* objects
  }

  /** Lists the direct children: for a folder only its key without the slash. Includes the folder's own object. */
  async function* level(start: string): AsyncGenerator<{ key: string; object?: StoredObject }> {
    for await (const { objects, folders } of pages(start, '/')) {
      for (const folder of folders) yield { key: folder.slice(0, -1) }
      yield* objects
    }
  }

  const put = (key: string, body: Buffer) =>
    client.send(new PutObjectCommand({ ...named(key), Body: body, ContentLength: body.length }))

  /** Uploads small content in one request and larger content in parts; the object appears only after the last part. */
  async function putStream(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    let uploadId: string | undefined
    const parts: { ETag: string | undefined; PartNumber: number }[] = []
    try {
      for await (const { body, last } of splitIntoParts(bytes)) {
        if (last && parts.length === 0) return void (await put(key, body))
        uploadId ??= (await client.send(new CreateMultipartUploadCommand(named(key)))).UploadId
        const PartNumber = parts.length + 1
        const part = { ...named(key), UploadId: uploadId, PartNumber, Body: body, ContentLength: body.length }
        const { ETag } = await client.send(new UploadPartCommand(part))
        parts.push({ ETag, PartNumber })
      }
      const done = { ...named(key), UploadId: uploadId, MultipartUpload: { Parts: parts } }
      await client.send(new CompleteMultipartUploadCommand(done))
    } catch (error) {
      const aborted = { ...named(key), UploadId: uploadId }
      if (uploadId) await client.send(new AbortMultipartUploadCommand(aborted)).catch(() => undefined)
      throw error
    }
  }

  async function get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const asked = range && { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await client.send(new GetObjectCommand({ ...named(key), ...asked }))
    return Body as Readable
  }

  return {
    client,
    head,
    below,
    level,
    put,
    putStream,
    get,
    any: async (start: string): Promise<boolean> => {
      const page = await pages(start, undefined, 1).next()
      return Boolean(page.value?.objects.length)
    },
    copy: async (from: string, to: string, size: number): Promise<void> => {
      if (size > copyBytes) return putStream(to, await get(from))
      const source = `${bucket}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/')
      await client.send(new CopyObjectCommand({ ...named(to), CopySource: source }))
    },
    remove: (key: string) => client.send(new DeleteObjectCommand(named(key))),
    removeBelow: async (start: string): Promise<void> => {
      for await (const { objects } of pages(start)) {
        const keys = objects.map(({ key }) => ({ Key: prefix + key }))
        if (keys.length === 0) continue
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
        )
        if (Errors.length > 0) throw new Error(`${Errors.length} objects not removed: ${Errors[0]?.Code}`)
      }
    },
  }
}

const decodeKey = (key: string, encoding: string | undefined): string =>
  encoding === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key

/** Splits a stream into parts; the last may be shorter, and small content yields only that one. */
async function* splitIntoParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ body: Buffer; last: boolean }> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    if (size >= partBytes) {
      yield { body: Buffer.concat(held), last: false }
      held = []
      size = 0
    }
    held.push(chunk)
    size += chunk.length
  }
  yield { body: Buffer.concat(held), last: true }
}
