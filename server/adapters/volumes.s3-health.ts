import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
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
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { buildS3ClientConfig } from '#server/adapters/volumes.bucket.ts'
import type { S3Settings, StorageHealth } from '#server/ports/volumes.ts'

/** The store answers but does not support a required operation. */
class UnfitStore extends Error {}

const permanentStatuses = new Set([301, 400, 404, 405, 501])
const permanentCodes = new Set(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])
/** Error names that are transient although their status is a permanent one. */
const transientCodes = new Set(['RequestTimeout', 'ExpiredToken'])

/** True for faults only an operator can fix. All others may pass: no answer, a fault of the store itself, an unpaid bill. */
const isPermanentFault = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  !transientCodes.has(error.name) &&
  (permanentCodes.has(error.name) || permanentStatuses.has(error.$metadata.httpStatusCode ?? 0))

const errorName = (error: unknown): string => {
  const { code, name, message } = error as NodeJS.ErrnoException
  return code ?? (name === 'Error' ? message : name)
}

const describeStore = ({ endpoint, bucket }: S3Settings): string =>
  `${endpoint === undefined ? 'Amazon S3' : `S3_ENDPOINT ${endpoint}`} 的桶 ${bucket}`

/**
 * Runs every store operation that volumes and uploads need once, under its own prefix, and cleans up. Throws `UnfitStore`
 * naming the unsupported operation, or the client's own error if the store is unreachable.
 */
async function probeStore(client: S3Client, settings: S3Settings): Promise<void> {
  const Bucket = settings.bucket
  // Chinese file names with spaces, like those users choose.
  const start = `${settings.prefix}.check/${randomUUID()}/`
  const [one, copied, parted, givenUp] = [`${start}文件 1`, `${start}文件 2`, `${start}文件 3`, `${start}文件 4`] as const
  const open: { Key: string; UploadId: string | undefined; ETag?: string | undefined }[] = []

  /** Throws `UnfitStore` also when the operation succeeds but returns an unexpected result. */
  async function must(operation: string, use: string, work: () => Promise<boolean>): Promise<void> {
    const cannot = (why: string) => new UnfitStore(`${describeStore(settings)} 不能 ${operation}，${use}需要它：${why}`)
    let done: boolean
    try {
      done = await work()
    } catch (error) {
      throw isPermanentFault(error) ? cannot(errorName(error)) : error
    }
    if (!done) throw cannot('答非所问')
  }
  const begin = (Key: string) =>
    must('CreateMultipartUpload', '上传', async () => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
      open.push({ Key, UploadId })
      return UploadId !== undefined
    })

  try {
    await must('PutObject', '写入', async () =>
      Boolean(await client.send(new PutObjectCommand({ Bucket, Key: one, Body: 'abc', ContentLength: 3 }))),
    )
    await must('GetObject 的 Range', '断点续传的下载', async () => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: one, Range: 'bytes=1-1' }))
      return (await Body?.transformToString()) === 'b'
    })
    await must('CopyObject', '移动与复制', async () => {
      const CopySource = `${Bucket}/${one}`.split('/').map(encodeURIComponent).join('/')
      return Boolean(await client.send(new CopyObjectCommand({ Bucket, Key: copied, CopySource })))
    })
    await must('ListObjectsV2', '列出文件', async () => {
      const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: start, EncodingType: 'url' }))
      return KeyCount === 2
    })
    await begin(parted)
    const upload = open[0]!
    const part = { Bucket, Key: parted, UploadId: upload.UploadId }
    await must('UploadPart', '上传', async () => {
      const sent = await client.send(new UploadPartCommand({ ...part, PartNumber: 1, Body: 'abc', ContentLength: 3 }))
      upload.ETag = sent.ETag
      return sent.ETag !== undefined
    })
    await must('ListParts', '断点续传的上传', async () => {
      const { Parts = [] } = await client.send(new ListPartsCommand(part))
      return Parts.length === 1 && Parts[0]?.Size === 3
    })
    await must('CompleteMultipartUpload', '上传', async () => {
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: upload.ETag }] }
      await client.send(new CompleteMultipartUploadCommand({ ...part, MultipartUpload }))
      open.shift()
      return (await client.send(new HeadObjectCommand({ Bucket, Key: parted }))).ContentLength === 3
    })
    await begin(givenUp)
    await must('AbortMultipartUpload', '放弃上传', async () => {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: givenUp, UploadId: open[0]!.UploadId }))
      open.shift()
      return true
    })
    await must('DeleteObjects', '删除文件夹', async () => {
      const Objects = [one, copied, parted].map((Key) => ({ Key }))
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      return Errors.length === 0
    })
  } catch (error) {
    for (const { ETag, ...upload } of open) {
      // An upload that cannot be aborted is completed and then deleted like a file.
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, ...upload }))
        .catch(() => client.send(new CompleteMultipartUploadCommand({ Bucket, ...upload, MultipartUpload })))
        .catch(() => undefined)
    }
    const keys = [one, copied, parted, givenUp]
    await Promise.allSettled(keys.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))))
    throw error
  }
}

/** Caches the result this long: anyone may ask for the health, but the store must see few requests. */
const healthCacheMs = 5_000
/** Callers of a node's health check wait only a few seconds themselves. */
const patienceMs = 1_500

/** Creates the health check of the store. It runs the full probe until that passes once, then only one list request. */
export function createStoreHealthCheck(settings: S3Settings): (wait?: { patience_ms: number }) => Promise<StorageHealth> {
  const client = new S3Client({
    ...buildS3ClientConfig(settings),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  })
  const away = (why: string): StorageHealth => ({ state: 'unreachable', problem: `${describeStore(settings)} 没有应答：${why}` })
  let fit = false
  let looked: Promise<StorageHealth> | undefined

  async function look(): Promise<StorageHealth> {
    try {
      if (fit) await client.send(new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: settings.prefix, MaxKeys: 1 }))
      else await probeStore(client, settings)
      fit = true
      return { state: 'ok' }
    } catch (error) {
      if (error instanceof UnfitStore) return { state: 'unfit', problem: error.message }
      return away(errorName(error))
    }
  }

  return (wait = { patience_ms: patienceMs }) => {
    looked ??= look().finally(() => setTimeout(() => (looked = undefined), healthCacheMs).unref())
    return Promise.race([looked, pause(wait.patience_ms, away('超时'), { ref: false })])
  }
}
