import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { limits } from '#contract/limits.ts'

/** Formats that sharp renders; SVG counts as text here, whatever its file name. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff']
const widestPx = 1200
const webpQuality = 80
const encodeQueue = pLimit(2)

export const isPictureKind = (kind: string): boolean => pictures.includes(kind)
export const isTextKind = (kind: string): boolean => kind.startsWith('text/') || kind === 'image/svg+xml'

export async function readStreamBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Decodes the start of a text. Shows invalid UTF-8 as replacement characters; drops a character cut off at the end. */
export function decodeTextStart(bytes: Buffer, whole: boolean): string {
  const decoder = new TextDecoder('utf-8')
  return decoder.decode(bytes, { stream: !whole })
}

/** Re-encodes a picture as WebP, one frame at screen size at most, so that no bytes of the original reach a browser. */
export async function reencodePreview(bytes: Buffer): Promise<string | undefined> {
  const options = { limitInputPixels: limits.pictureMaxPixels, failOn: 'error', sequentialRead: true, pages: 1 } as const
  // Loaded with the first picture; outside of the try, so that a failure to load is not taken for a picture without a preview.
  const { default: sharp } = await import('sharp')
  try {
    const drawn = await encodeQueue(() =>
      sharp(bytes, options)
        .autoOrient()
        .resize(widestPx, widestPx, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: webpQuality })
        .toBuffer(),
    )
    return `data:image/webp;base64,${drawn.toString('base64')}`
  } catch {
    return undefined
  }
}
