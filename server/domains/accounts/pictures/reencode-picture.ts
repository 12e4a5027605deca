import pLimit from 'p-limit'
import type { Sharp, SharpConstructor } from 'sharp'
import { limits } from '#contract/limits.ts'
import type { PicturePurpose } from '#server/domains/accounts/pictures/pictures.repo.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** A picture re-encoded by the platform. */
export interface ReencodedPicture {
  type: 'image/webp'
  drawn: Buffer
}

/** Limits concurrency: a picture of 25 megapixels takes a hundred megabytes while it is encoded. */
const encodeQueue = pLimit(2)
const webpQuality = 85

const startsWithBytes = (bytes: Buffer, at: number, prefix: string) =>
  bytes.subarray(at, at + prefix.length).equals(Buffer.from(prefix, 'latin1'))

/** Detects pictures by their bytes; ignores the file's name and declared type. */
const isPicture = (bytes: Buffer): boolean =>
  startsWithBytes(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  startsWithBytes(bytes, 0, '\xff\xd8\xff') ||
  (startsWithBytes(bytes, 0, 'RIFF') && startsWithBytes(bytes, 8, 'WEBP'))

const resizeByPurpose: Record<PicturePurpose, (picture: Sharp) => Sharp> = {
  avatar: (picture) => picture.resize(limits.avatarPx, limits.avatarPx, { fit: 'cover' }),
  transfer_proof: (picture) => picture.resize(limits.picturePx, limits.picturePx, { fit: 'inside', withoutEnlargement: true }),
  certification: (picture) => picture.resize(limits.picturePx, limits.picturePx, { fit: 'inside', withoutEnlargement: true }),
}

const maxBytes: Record<PicturePurpose, number> = {
  avatar: limits.avatarMaxBytes,
  transfer_proof: limits.pictureMaxBytes,
  certification: limits.pictureMaxBytes,
}

async function encodeWebp(sharp: SharpConstructor, bytes: Buffer, purpose: PicturePurpose): Promise<Buffer> {
  const options = { limitInputPixels: limits.pictureMaxPixels, failOn: 'error', sequentialRead: true } as const
  // Read from the header, before any pixel is decoded.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > limits.pictureMaxPixels) {
    throw createFieldRefusal('picture_refused', 'file', `图片的像素过多，请缩小到 ${limits.pictureMaxPixels / 10_000} 万像素以内`)
  }
  return resizeByPurpose[purpose](sharp(bytes, options).autoOrient()).webp({ quality: webpQuality }).toBuffer()
}

/**
 * Re-encodes an upload as WebP: upright, no larger than needed, without metadata or other embedded content. Slow, so run it
 * before a transaction. Refuses at the field `file` if it is not a picture.
 */
export async function reencodePicture(
  { bytes }: Pick<UploadedFile, 'bytes'>,
  purpose: PicturePurpose,
): Promise<ReencodedPicture> {
  if (bytes.length > maxBytes[purpose]) {
    throw createFieldRefusal('too_large', 'file', `图片不能超过 ${maxBytes[purpose] / 1_048_576} MB`)
  }
  if (!isPicture(bytes)) throw createFieldRefusal('picture_refused', 'file', '请上传 JPG、PNG 或 WebP 格式的图片')
  // Loaded with the first picture; outside of the try, so that a failure to load is not called a damaged picture.
  const { default: sharp } = await import('sharp')
  try {
    return { type: 'image/webp', drawn: await encodeQueue(() => encodeWebp(sharp, bytes, purpose)) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw createFieldRefusal('picture_refused', 'file', '图片已损坏或不完整，请换一张')
  }
}
