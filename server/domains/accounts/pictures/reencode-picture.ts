import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { limits } from '#contract/limits.ts'
import type { PicturePurpose } from '#server/domains/accounts/pictures/pictures.repo.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** A picture as the platform has drawn it anew. */
export interface DrawnPicture {
  type: 'image/webp'
  drawn: Buffer
}

/** A picture of 25 megapixels takes a hundred megabytes while it is drawn. */
const drawing = pLimit(2)
const webp_quality = 85

const begins = (bytes: Buffer, at: number, with_: string) =>
  bytes.subarray(at, at + with_.length).equals(Buffer.from(with_, 'latin1'))

/** What the bytes say they are: neither the name nor the type that came with them is asked. */
const isPicture = (bytes: Buffer): boolean =>
  begins(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  begins(bytes, 0, '\xff\xd8\xff') ||
  (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP'))

const sized: Record<PicturePurpose, (picture: Sharp) => Sharp> = {
  avatar: (picture) => picture.resize(limits.avatar_px, limits.avatar_px, { fit: 'cover' }),
  transfer_proof: (picture) => picture.resize(limits.picture_px, limits.picture_px, { fit: 'inside', withoutEnlargement: true }),
  certification: (picture) => picture.resize(limits.picture_px, limits.picture_px, { fit: 'inside', withoutEnlargement: true }),
}

const max_bytes: Record<PicturePurpose, number> = {
  avatar: limits.avatar_max_bytes,
  transfer_proof: limits.picture_max_bytes,
  certification: limits.picture_max_bytes,
}

async function redraw(bytes: Buffer, purpose: PicturePurpose): Promise<Buffer> {
  const options = { limitInputPixels: limits.picture_max_pixels, failOn: 'error', sequentialRead: true } as const
  // Asked of the header, before a single pixel is drawn.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > limits.picture_max_pixels) {
    throw refuseField('picture_refused', 'file', `图片的像素过多，请缩小到 ${limits.picture_max_pixels / 10_000} 万像素以内`)
  }
  return sized[purpose](sharp(bytes, options).autoOrient()).webp({ quality: webp_quality }).toBuffer()
}

/**
 * Draws what somebody sent anew as WebP: upright, no larger than needed, without metadata and without whatever else was in
 * the file. Takes a while, so it belongs before a transaction. Refuses at the field `file` what is no picture.
 */
export async function drawPicture({ bytes }: Pick<UploadedFile, 'bytes'>, purpose: PicturePurpose): Promise<DrawnPicture> {
  if (bytes.length > max_bytes[purpose]) {
    throw refuseField('too_large', 'file', `图片不能超过 ${max_bytes[purpose] / 1_048_576} MB`)
  }
  if (!isPicture(bytes)) throw refuseField('picture_refused', 'file', '请上传 JPG、PNG 或 WebP 格式的图片')
  try {
    return { type: 'image/webp', drawn: await drawing(() => redraw(bytes, purpose)) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuseField('picture_refused', 'file', '图片已损坏或不完整，请换一张')
  }
}
