import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { resultCodes } from '#contract/codes.ts'
import { type ByteRange, parseByteRange } from '#server/http/range.ts'

/** Answer of an endpoint with `download`: bytes, a stream, or content with random access. */
export interface Download {
  body?: Buffer | Readable
  /** Replaces `body` and supports range requests, such as a browser resuming an interrupted download. */
  ranged?: { size_bytes: number; changed_at: Date; read(range?: ByteRange): Promise<Readable> }
  /** Overrides the media type of the contract. */
  type?: string
  /** Saves the file under this name; without a name it is displayed inline, such as a picture. */
  file_name?: string
  /** Seconds for which the browser may cache it (private cache). */
  cache_s?: number
}

/** Formats an ASCII file name for all browsers, plus the real name for those that support it (RFC 6266, RFC 8187). */
function formatAttachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

async function sendRanged(
  reply: FastifyReply,
  { size_bytes: sizeBytes, changed_at: changedAt, read }: NonNullable<Download['ranged']>,
) {
  const { headers } = reply.request
  const tag = `"${sizeBytes.toString(36)}-${changedAt.getTime().toString(36)}"`
  reply.header('accept-ranges', 'bytes').header('etag', tag)
  // If-Range: a part of the old version must not be combined with the current one.
  const same = headers['if-range'] === undefined || headers['if-range'] === tag
  const range = same ? parseByteRange(headers.range, sizeBytes) : undefined
  if (range === 'unsatisfiable') {
    const { code, message } = resultCodes.invalid
    reply.status(416).type('application/json').header('content-range', `bytes */${sizeBytes}`)
    return reply.removeHeader('content-disposition').send({ code, success: false, message, data: null })
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : sizeBytes)
  return reply.send(sizeBytes === 0 ? Readable.from([]) : await read(range))
}

export async function sendDownload(reply: FastifyReply, type: string, download: Download): Promise<FastifyReply> {
  const { body, ranged, file_name: fileName, cache_s: cacheS } = download
  reply.type(download.type ?? type).header('cache-control', cacheS ? `private, max-age=${cacheS}` : 'no-store')
  if (fileName) reply.header('content-disposition', formatAttachment(fileName))
  return ranged ? sendRanged(reply, ranged) : reply.send(body)
}
