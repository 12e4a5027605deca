import { Readable } from 'node:stream'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

const blockBytes = 512
const maxExtensionBytes = 2 ** 20
const headerOnlyTypes = /[1-6]/
const hardLinkType = '1'

/** Values from extension headers for the next entry. */
interface ExtendedHeader {
  path?: string
  linkpath?: string
  size?: number
}

/**
 * Copies an archive without the entries that `leaveOut` matches and without hard links to them. All other bytes pass
 * unchanged: decoding and rewriting headers (as tar-stream does) loses non-UTF-8 names and capabilities, high owner ids and
 * holes.
 */
export const filterTar = (source: AsyncIterable<Uint8Array>, leaveOut: (path: string) => boolean): Readable =>
  Readable.from(filterEntries(new ByteReader(source), leaveOut), { objectMode: false })

async function* filterEntries(reader: ByteReader, leaveOut: (path: string) => boolean): AsyncGenerator<Buffer> {
  const dropped = new Set<string>()
  let before: Buffer[] = []
  let extended: ExtendedHeader = {}
  for (let header = await reader.take(blockBytes); header; header = await reader.take(blockBytes)) {
    const type = String.fromCharCode(header[156]!)
    if (/[gxLK]/.test(type)) {
      const body = await reader.whole(roundUpToBlock(readSize(header)))
      before.push(header, body)
      extended = { ...extended, ...parseExtension(type, body.subarray(0, readSize(header))) }
      continue
    }
    const path = stripRoot(extended.path ?? readName(header))
    const link = stripRoot(extended.linkpath ?? readText(header, 157, 100))
    const bytes = headerOnlyTypes.test(type) ? 0 : roundUpToBlock(extended.size ?? readSize(header))
    if (leaveOut(path) || (type === hardLinkType && dropped.has(link))) {
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

function parseExtension(type: string, body: Buffer): ExtendedHeader {
  if (type === 'L') return { path: readText(body, 0, body.length) }
  if (type === 'K') return { linkpath: readText(body, 0, body.length) }
  if (type === 'g') return {}
  const found: ExtendedHeader = {}
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

const roundUpToBlock = (size: number) => Math.ceil(size / blockBytes) * blockBytes
const stripRoot = (path: string) => path.replace(/^(?:\.?\/)+/, '')

function readText(bytes: Buffer, from: number, length: number): string {
  const end = bytes.indexOf(0, from)
  return bytes.toString('utf8', from, end < 0 ? from + length : Math.min(end, from + length))
}

function readName(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' && header[263] === 0x30 ? readText(header, 345, 155) : ''
  return prefix ? `${prefix}/${readText(header, 0, 100)}` : readText(header, 0, 100)
}

/** Reads a size: octal text, or a binary number for larger values. */
function readSize(header: Buffer): number {
  if (header[124]! & 0x80) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(readText(header, 124, 12).trim() || '0', 8)
}

/** Reads an exact number of bytes, independent of the source's chunks. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns exactly `count` bytes, or undefined at the end. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for await (const part of this.#upTo(count)) parts.push(part)
    const bytes = Buffer.concat(parts)
    if (bytes.length > 0 && bytes.length < count) throw new DriverUnavailable('archive broke off')
    return bytes.length > 0 ? bytes : undefined
  }

  /** Like `take`, for a part that must exist and be small. */
  async whole(count: number): Promise<Buffer> {
    if (count > maxExtensionBytes) throw new DriverUnavailable('archive has an overlong header')
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
