import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { limits } from '#contract/limits.ts'
import { type ArchiveEntry, assertArchiveNameLength, BadArchive } from '#server/domains/storage/file-storage/archive.policy.ts'

const utf8Flag = 0x800
const madeOnUnix = 3
const fileTypeBits = 0o170000

/** Source of an archive's bytes; `end` is exclusive. Rejects with the errors of its medium. */
export interface ArchiveSource {
  size_bytes: number
  read(start: number, end: number): Promise<Uint8Array>
}

const blockBytes = 1_048_576
/** Enough for the file list and the file being read, which lie in different places. */
const blocksKept = 4

/** Reads an archive in place, block by block, because its records are small, many and adjacent. */
class BlockReader extends RandomAccessReader {
  readonly #source: ArchiveSource
  readonly #blocks = new Map<number, Promise<Uint8Array>>()

  constructor(source: ArchiveSource) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false })
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const nth = Math.floor(at / blockBytes)
      const block = await this.#block(nth)
      const from = at - nth * blockBytes
      const part = Buffer.from(block.buffer, block.byteOffset, block.length).subarray(from, from + end - at)
      if (part.length === 0) throw new Error('unexpected end of file')
      yield part
      at += part.length
    }
  }

  #block(nth: number): Promise<Uint8Array> {
    const start = nth * blockBytes
    const block = this.#blocks.get(nth) ?? this.#source.read(start, Math.min(start + blockBytes, this.#source.size_bytes))
    // LRU: move the requested block to the end.
    this.#blocks.delete(nth)
    this.#blocks.set(nth, block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= blocksKept) break
      this.#blocks.delete(oldest)
    }
    return block
  }
}

/** Decodes an entry name. Archives made on Chinese Windows use GBK without declaring it. */
function decodeName({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileNameRaw)
  } catch {
    if (generalPurposeBitFlag & utf8Flag) throw new BadArchive('压缩包里的名称不是文字')
    return new TextDecoder('gb18030').decode(fileNameRaw)
  }
}

const toArchiveEntry = (entry: Entry): ArchiveEntry => ({
  name: decodeName(entry),
  compressed_bytes: entry.compressedSize,
  size_bytes: entry.uncompressedSize,
  starts_at: entry.relativeOffsetOfLocalHeader,
  method: entry.compressionMethod,
  encrypted: entry.isEncrypted(),
  unix_type: entry.versionMadeBy >> 8 === madeOnUnix ? (entry.externalFileAttributes >>> 16) & fileTypeBits : 0,
})

/** Replaces fields an entry does not need until it is read, to save up to 192 KB per entry. */
const emptyBuffer = Buffer.alloc(0)
const emptiedFields = {
  fileName: emptyBuffer,
  fileNameRaw: emptyBuffer,
  fileComment: emptyBuffer,
  fileCommentRaw: emptyBuffer,
  comment: emptyBuffer,
  extraFieldRaw: emptyBuffer,
  extraFields: [],
}

/** Yields the bytes of one file; throws at the end if they do not match the archive's claims. */
async function* verifyBytes(bytes: Readable, expected: number): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const part of bytes) {
    sum = crc32(part, sum)
    yield part
  }
  if (sum !== expected) throw new BadArchive('压缩包已损坏：内容与校验值不一致')
}

const toArchiveError = (error: unknown): unknown => {
  const { message, code } = error as NodeJS.ErrnoException
  const ofFormat = code?.startsWith('Z_') || (code === undefined && error instanceof Error && error.constructor === Error)
  return ofFormat ? new BadArchive(`压缩包已损坏，无法读取（${message.slice(0, 100)}）`) : error
}

const openZip = (source: ArchiveSource): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
    fromRandomAccessReader(new BlockReader(source), source.size_bytes, options, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })

export interface Archive {
  entries: ArchiveEntry[]
  /** Returns the content of the entry at this position. */
  read(position: number): Promise<AsyncGenerator<Buffer>>
}

/** Reads the list of files in an archive. Throws BadArchive if it is unreadable or exceeds the limits. */
export async function openArchive(source: ArchiveSource): Promise<Archive> {
  try {
    const zip = await openZip(source)
    if (zip.entryCount > limits.extractFiles) throw new BadArchive(`压缩包里的文件超过 ${limits.extractFiles} 个`)
    const entries: ArchiveEntry[] = []
    const records: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      assertArchiveNameLength(entry.fileNameLength)
      entries.push(toArchiveEntry(entry))
      records.push(Object.assign(entry, emptiedFields))
    }
    return {
      entries,
      read: async (position) => {
        const entry = records[position]!
        return translateErrors(verifyBytes(await zip.openReadStreamPromise(entry).catch(rethrow), entry.crc32))
      },
    }
  } catch (error) {
    throw toArchiveError(error)
  }
}

const rethrow = (error: unknown): never => {
  throw toArchiveError(error)
}

async function* translateErrors(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw toArchiveError(error)
  }
}
