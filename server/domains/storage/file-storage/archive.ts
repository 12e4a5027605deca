import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { limits } from '#contract/limits.ts'
import { type ArchiveEntry, BadArchive, refuseLongName } from '#server/domains/storage/file-storage/archive.policy.ts'

const utf8_flag = 0x800
const made_on_unix = 3
const file_type_bits = 0o170000

/** Where the bytes of an archive come from; `end` is not in the range. Rejects with what its medium throws. */
export interface Source {
  size_bytes: number
  read(start: number, end: number): Promise<Uint8Array>
}

const block_bytes = 1_048_576
/** Enough for the list of files, and the file that is read, which lie in different places. */
const blocks_kept = 4

/** An archive that is read where it lies, a block at a time: its records are small, many, and beside each other. */
class BlockReader extends RandomAccessReader {
  readonly #source: Source
  readonly #blocks = new Map<number, Promise<Uint8Array>>()

  constructor(source: Source) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false })
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const nth = Math.floor(at / block_bytes)
      const block = await this.#block(nth)
      const from = at - nth * block_bytes
      const part = Buffer.from(block.buffer, block.byteOffset, block.length).subarray(from, from + end - at)
      if (part.length === 0) throw new Error('unexpected end of file')
      yield part
      at += part.length
    }
  }

  #block(nth: number): Promise<Uint8Array> {
    const start = nth * block_bytes
    const block = this.#blocks.get(nth) ?? this.#source.read(start, Math.min(start + block_bytes, this.#source.size_bytes))
    // The one that was wanted last is forgotten last.
    this.#blocks.delete(nth)
    this.#blocks.set(nth, block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= blocks_kept) break
      this.#blocks.delete(oldest)
    }
    return block
  }
}

/** Archives made on a Chinese Windows are in GBK and do not say so. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileNameRaw)
  } catch {
    if (generalPurposeBitFlag & utf8_flag) throw new BadArchive('压缩包里的名称不是文字')
    return new TextDecoder('gb18030').decode(fileNameRaw)
  }
}

const entryOf = (entry: Entry): ArchiveEntry => ({
  name: nameOf(entry),
  compressed_bytes: entry.compressedSize,
  size_bytes: entry.uncompressedSize,
  starts_at: entry.relativeOffsetOfLocalHeader,
  method: entry.compressionMethod,
  encrypted: entry.isEncrypted(),
  unix_type: entry.versionMadeBy >> 8 === made_on_unix ? (entry.externalFileAttributes >>> 16) & file_type_bits : 0,
})

/** What an entry need not keep until it is read: up to 192 KB of it. */
const nothing = Buffer.alloc(0)
const emptied = {
  fileName: nothing,
  fileNameRaw: nothing,
  fileComment: nothing,
  fileCommentRaw: nothing,
  comment: nothing,
  extraFieldRaw: nothing,
  extraFields: [],
}

/** Bytes of one file, refused at their end when they are not what the archive says. */
async function* checked(bytes: Readable, expected: number): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const part of bytes) {
    sum = crc32(part, sum)
    yield part
  }
  if (sum !== expected) throw new BadArchive('压缩包已损坏：内容与校验值不一致')
}

const damaged = (error: unknown): unknown => {
  const { message, code } = error as NodeJS.ErrnoException
  const of_format = code?.startsWith('Z_') || (code === undefined && error instanceof Error && error.constructor === Error)
  return of_format ? new BadArchive(`压缩包已损坏，无法读取（${message.slice(0, 100)}）`) : error
}

const openZip = (source: Source): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
    fromRandomAccessReader(new BlockReader(source), source.size_bytes, options, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })

export interface Archive {
  entries: ArchiveEntry[]
  /** The content of the entry of this position. */
  read(position: number): Promise<AsyncGenerator<Buffer>>
}

/** Reads what an archive says it holds. Throws BadArchive where it cannot be read, or says too much. */
export async function openArchive(source: Source): Promise<Archive> {
  try {
    const zip = await openZip(source)
    if (zip.entryCount > limits.extract_files) throw new BadArchive(`压缩包里的文件超过 ${limits.extract_files} 个`)
    const entries: ArchiveEntry[] = []
    const records: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      refuseLongName(entry.fileNameLength)
      entries.push(entryOf(entry))
      records.push(Object.assign(entry, emptied))
    }
    return {
      entries,
      read: async (position) => {
        const entry = records[position]!
        return translated(checked(await zip.openReadStreamPromise(entry).catch(rethrow), entry.crc32))
      },
    }
  } catch (error) {
    throw damaged(error)
  }
}

const rethrow = (error: unknown): never => {
  throw damaged(error)
}

async function* translated(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw damaged(error)
  }
}
