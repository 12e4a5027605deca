import { Readable } from 'node:stream'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

const block = 512
const longest_extension = 2 ** 20
const header_only = /[1-6]/
const hard_link = '1'

/** What extension headers say of the entry after them. */
interface Extended {
  path?: string
  linkpath?: string
  size?: number
}

/**
 * The same archive without the entries that `leave_out` names, and without hard links to them. All else passes unread: headers
 * that are decoded and written anew (as tar-stream does) lose names and capabilities that are no UTF-8, high owners and holes.
 */
export const filterTar = (source: AsyncIterable<Uint8Array>, leave_out: (path: string) => boolean): Readable =>
  Readable.from(kept(new ByteReader(source), leave_out), { objectMode: false })

async function* kept(reader: ByteReader, leave_out: (path: string) => boolean): AsyncGenerator<Buffer> {
  const dropped = new Set<string>()
  let before: Buffer[] = []
  let extended: Extended = {}
  for (let header = await reader.take(block); header; header = await reader.take(block)) {
    const type = String.fromCharCode(header[156]!)
    if (/[gxLK]/.test(type)) {
      const body = await reader.whole(padded(sizeOf(header)))
      before.push(header, body)
      extended = { ...extended, ...extensionOf(type, body.subarray(0, sizeOf(header))) }
      continue
    }
    const path = plain(extended.path ?? nameOf(header))
    const link = plain(extended.linkpath ?? textAt(header, 157, 100))
    const bytes = header_only.test(type) ? 0 : padded(extended.size ?? sizeOf(header))
    if (leave_out(path) || (type === hard_link && dropped.has(link))) {
      dropped.add(path)
      for await (const _ of reader.through(bytes));
    } else {
      yield* before
      yield header
      yield* reader.through(bytes)
    }
    before = []
    extended = {}
  }
}

function extensionOf(type: string, body: Buffer): Extended {
  if (type === 'L') return { path: textAt(body, 0, body.length) }
  if (type === 'K') return { linkpath: textAt(body, 0, body.length) }
  if (type === 'g') return {}
  const found: Extended = {}
  for (let at = 0; at < body.length; ) {
    const length = Number.parseInt(body.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) break
    const [, key, value = ''] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(body.toString('utf8', at, at + length)) ?? []
    if (key === 'path' || key === 'linkpath') found[key] = value
    if (key === 'size') found.size = Number(value)
    at += length
  }
  return found
}

const padded = (size: number) => Math.ceil(size / block) * block
const plain = (path: string) => path.replace(/^(?:\.?\/)+/, '')

function textAt(bytes: Buffer, from: number, length: number): string {
  const end = bytes.indexOf(0, from)
  return bytes.toString('utf8', from, end < 0 ? from + length : Math.min(end, from + length))
}

function nameOf(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' && header[263] === 0x30 ? textAt(header, 345, 155) : ''
  return prefix ? `${prefix}/${textAt(header, 0, 100)}` : textAt(header, 0, 100)
}

/** Octal text, or a binary number where that is too short. */
function sizeOf(header: Buffer): number {
  if (header[124]! & 0x80) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
}

/** Bytes by count, however the source cuts them. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Exactly `count` bytes, or nothing at the end. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for await (const part of this.#upTo(count)) parts.push(part)
    const bytes = Buffer.concat(parts)
    if (bytes.length > 0 && bytes.length < count) throw new DriverUnavailable('archive broke off')
    return bytes.length > 0 ? bytes : undefined
  }

  /** As `take`, for a part that must be there and be small. */
  async whole(count: number): Promise<Buffer> {
    if (count > longest_extension) throw new DriverUnavailable('archive has an overlong header')
    if (count === 0) return Buffer.alloc(0)
    const bytes = await this.take(count)
    if (!bytes) throw new DriverUnavailable('archive broke off')
    return bytes
  }

  async *through(count: number): AsyncGenerator<Buffer> {
    let left = count
    for await (const part of this.#upTo(count)) {
      left -= part.length
      yield part
    }
    if (left > 0) throw new DriverUnavailable('archive broke off')
  }

  async *#upTo(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next()
        if (done) return
        this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        continue
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
