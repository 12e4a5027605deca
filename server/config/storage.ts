import { z } from 'zod'
import { HttpUrl } from '#server/config/addresses.ts'
import type { S3Settings } from '#server/ports/volumes.ts'

/** File storage: folders below DATA_DIR, or a bucket. */
export const storageEnvironment = {
  STORAGE: z.enum(['folder', 's3']).default('folder'),
  /** Unset: Amazon's own endpoint. */
  S3_ENDPOINT: HttpUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  /** Prefix of every key, such as `zhisuan`. */
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+(\/[\w.-]+)*\/?)?$/, '须为用 / 分开的字母、数字、点、横线和下划线')
    .default(''),
  /** Both or neither; without them, the machine's role is used. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Uses `https://endpoint/bucket/key`, as most stores other than Amazon's require. */
  S3_FORCE_PATH_STYLE: z
    .enum(['0', '1'])
    .default('0')
    .transform((v) => v === '1'),
  /** Folder where every compute host has S3_BUCKET/S3_PREFIX mounted; if unset, instances see no files of the bucket. */
  STORAGE_MOUNT_DIR: z.string().startsWith('/', '须为绝对路径').optional(),
}

type StorageEnvironment = z.infer<z.ZodObject<typeof storageEnvironment>>

/** Returns undefined if files are stored in folders. */
export function buildS3Settings(e: StorageEnvironment): S3Settings | undefined {
  if (e.STORAGE === 'folder') {
    if (e.S3_BUCKET) throw new Error('配置 S3_BUCKET 需要同时设置 STORAGE=s3，否则文件仍存在本机')
    return undefined
  }
  if (!e.S3_BUCKET) throw new Error('配置 STORAGE=s3 需要同时设置 S3_BUCKET')
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = e
  if (!id !== !secret) throw new Error('配置 S3_ACCESS_KEY_ID 与 S3_SECRET_ACCESS_KEY 须一起设置')
  return {
    endpoint: e.S3_ENDPOINT,
    region: e.S3_REGION,
    bucket: e.S3_BUCKET,
    prefix: e.S3_PREFIX === '' || e.S3_PREFIX.endsWith('/') ? e.S3_PREFIX : `${e.S3_PREFIX}/`,
    access_key: id && secret ? { id, secret } : undefined,
    path_style: e.S3_FORCE_PATH_STYLE,
    mount_dir: e.STORAGE_MOUNT_DIR,
  }
}
