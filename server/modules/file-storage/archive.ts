import { PassThrough, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { limits } from '#contract/limits.ts'
import { type ArchiveEntry, BadArchive, type Plan, planOf, refuseLongName } from '#server/modules/file-storage/archive.policy.ts'
import type { Place, Volumes } from '#server/ports/volumes.ts'

const utf8_flag = 0x800
const made_on_unix = 3
const file_type_bits = 0o170000

/** An archive that is read where it lies, a range at a time. */
class VolumeReader extends RandomAccessReader {
  readonly #volumes: Volumes
  readonly #place: Place

  constructor(volumes: Volumes, place: Place) {
    super()
    this.#volumes = volumes
    this.#place = place
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = new PassThrough()
    this.#volumes.read(this.#place, { start, end: end - 1 }).then(
      (range) => {
        range.on('error', (error) => bytes.destroy(error))
        bytes.on('close', () => range.destroy())
        range.pipe(bytes)
      },
      (error) => bytes.destroy(error),
    )
    return bytes
  }
}

/** Whether a file begins as a zip does, whatever it is called. */
export async function isZip(volumes: Volumes, place: Place, size_bytes: number): Promise<boolean> {
  if (size_bytes < 22) return false
  const head: Buffer[] = []
  for await (const part of await volumes.read(place, { start: 0, end: 3 })) head.push(part)
  return ['504b0304', '504b0506'].includes(Buffer.concat(head).toString('hex'))
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

const openZip = (volumes: Volumes, place: Place, size_bytes: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
    fromRandomAccessReader(new VolumeReader(volumes, place), size_bytes, options, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })

export interface Archive {
  entries: ArchiveEntry[]
  /** The content of the entry of this position. */
  read(position: number): Promise<AsyncGenerator<Buffer>>
  close(): void
}

/** Reads what an archive says it holds. Throws BadArchive where it cannot be read, or says too much. */
export async function openArchive(volumes: Volumes, place: Place, size_bytes: number): Promise<Archive> {
  try {
    const zip = await openZip(volumes, place, size_bytes)
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
      close: () => zip.close(),
    }
  } catch (error) {
    throw damaged(error)
  }
}

/** What is to be made of it; others get their turn between the steps. */
export async function planArchive(entries: readonly ArchiveEntry[], archive_bytes: number): Promise<Plan> {
  const steps = planOf(entries, archive_bytes)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await setImmediate()
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
