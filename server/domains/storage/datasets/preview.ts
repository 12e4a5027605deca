import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { limits } from '#contract/limits.ts'

/** What sharp draws; SVG is text here, whatever a file is called. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff']
const widest_px = 1200
const webp_quality = 80
const drawing = pLimit(2)

export const isPicture = (kind: string): boolean => pictures.includes(kind)
export const isText = (kind: string): boolean => kind.startsWith('text/') || kind === 'image/svg+xml'

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The beginning of a text. Bytes that are no UTF-8 are shown as such; a character cut at the end is left out. */
export function textOf(bytes: Buffer, whole: boolean): string {
  const decoder = new TextDecoder('utf-8')
  return decoder.decode(bytes, { stream: !whole })
}

/** A picture drawn anew as WebP, one frame of it and no larger than a screen: nothing of the file itself reaches a browser. */
export async function drawnPicture(bytes: Buffer): Promise<string | undefined> {
  const options = { limitInputPixels: limits.picture_max_pixels, failOn: 'error', sequentialRead: true, pages: 1 } as const
  try {
    const drawn = await drawing(() =>
      sharp(bytes, options)
        .autoOrient()
        .resize(widest_px, widest_px, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: webp_quality })
        .toBuffer(),
    )
    return `data:image/webp;base64,${drawn.toString('base64')}`
  } catch {
    return undefined
  }
}
