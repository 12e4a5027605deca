import { PassThrough, Readable } from 'node:stream'
import { filterTar } from '#server/adapters/compute.shared/tar-filter.ts'
import { endArchive } from '#server/adapters/oci-registry/layer-archive.ts'
import { DriverUnavailable, UnsupportedOperation } from '#server/ports/driver-errors.ts'
import type { ClusterClient } from './cluster-client.ts'
import {
  addUnlistedFiles,
  assertFew,
  computeDiskChanges,
  type DiskChanges,
  type ListedFile,
  parseListedFile,
} from './disk-changes.ts'
import type { ClusterPod } from './objects.ts'
import { startInPod } from './pod-exec.ts'
import {
  buildListBrokenCommand,
  buildListCommand,
  buildPackCommand,
  diskRoot,
  imageRoot,
  type ListedPart,
  lackingCode,
} from './save-scripts.ts'

const wordsMax = 1 << 16
/** Longer than any path. */
const lineMax = 1 << 17
const pieceLength = 1 << 15
const beginPattern = /^filled (\d*)$/
/** How `find`, `tar` and `xargs` end when they found less than they were asked for. */
const usualCodes = [1, 2, 123]
/** What they may say of a disk that is in use. */
const usualWords = [
  /: No such file or directory$/,
  /: [Ff]ile (?:removed before we read it|changed as we read it)$/,
  /: File shrank by \d+ bytes?; padding with zeros$/,
  /: socket ignored$/,
  /^tar: (?:Exiting with failure status due to previous errors|error exit delayed from previous errors)$/,
]

/** What is to become a layer: of the disk's folders, and of all else that the image has if nothing of that is kept. */
interface DiskAndRest extends DiskChanges {
  rest: string[]
}

/**
 * Reads a disk in the pod that saves it. Its programs are those of the image, which may be anybody's: what they say may become a
 * layer of that person's image, and is limited. Throws `UnsupportedOperation` if the image lacks one, or for more than `bytes_max`.
 */
export class DiskReader {
  readonly #client: ClusterClient
  readonly #pod: ClusterPod
  readonly #folders: readonly string[]
  readonly #bytes_max: number

  constructor(client: ClusterClient, pod: ClusterPod, disk: { folders: readonly string[]; bytes_max: number }) {
    this.#client = client
    this.#pod = pod
    this.#folders = disk.folders
    this.#bytes_max = disk.bytes_max
  }

  /** Finds what is different from the image; all files if nothing of it is kept. */
  async findChanges(keepsBase: boolean): Promise<DiskAndRest> {
    const disk = { root: diskRoot, what: 'folders', names: this.#folders } as const
    if (keepsBase) return { ...(await this.#compare(disk, { ...disk, root: imageRoot })), rest: [] }
    const rest = await this.#compare({ ...disk, root: imageRoot, what: 'rest' })
    const all = await this.#compare(disk)
    return { ...all, bytes: all.bytes + rest.bytes, rest: rest.paths }
  }

  /** Reads the archive of a layer; `onBytes` hears of what has been read. Ends only if all of it could be read. */
  async *pack({ rest, paths, deleted }: DiskAndRest, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
    let read = 0
    for (const [root, names] of [
      [imageRoot, rest],
      [diskRoot, paths],
    ] as const) {
      if (names.length === 0) continue
      // the archive's own end, and those of parts that busybox makes of long lists, are entries without a name
      for await (const chunk of filterTar(this.#run(buildPackCommand(root, sumLength(names)), names), (path) => path === '')) {
        read += (chunk as Buffer).length
        if (read > this.#bytes_max) throw new UnsupportedOperation('a disk has more in it than it may hold')
        onBytes((chunk as Buffer).length)
        yield chunk as Buffer
      }
    }
    yield* endArchive(deleted)
  }

  async #compare(disk: ListedPart, image?: ListedPart): Promise<DiskChanges> {
    const [listed, base] = [await this.#list(disk), image && (await this.#list(image))]
    const changes = await computeDiskChanges(listed.files, base?.files ?? [], listed.filled_at)
    const [broken, ofImage] = [await this.#listBroken(disk), image ? await this.#listBroken(image) : []]
    return addUnlistedFiles(changes, broken, ofImage)
  }

  /** Begins a list. */
  async #list(part: ListedPart): Promise<{ files: AsyncIterable<ListedFile>; filled_at?: number }> {
    const lines = cutLines(this.#run(buildListCommand(part)), '\n')
    const { value: first = '' } = await lines.next()
    const [, filledAt] = beginPattern.exec(first) ?? []
    if (filledAt === undefined) throw new DriverUnavailable('a list of files has no beginning')
    return { files: readFiles(lines), ...(filledAt && { filled_at: Number(filledAt) }) }
  }

  async #listBroken(part: ListedPart): Promise<string[]> {
    const found: string[] = []
    for await (const path of cutLines(this.#run(buildListBrokenCommand(part)), '\0')) {
      found.push(path)
      assertFew(found.length)
    }
    return found
  }

  /** Runs a program to its end, and gives it `names`. Throws where it stops if it says anything that is not usual. */
  async *#run(cmd: readonly string[], names: readonly string[] = []): AsyncGenerator<Buffer> {
    const apart = new PassThrough()
    const words = readWords(apart)
    const { stream, code } = await startInPod(this.#client, this.#pod, { cmd, apart, stdin: names.length > 0 })
    try {
      if (names.length > 0) Readable.from(cutNames(names)).pipe(stream)
      for await (const chunk of stream) yield chunk as Buffer
      assertDone(await code, await words)
    } finally {
      stream.destroy()
    }
  }
}

/** Throws unless a program did what it was asked to. */
export function assertDone(code: number | undefined, words: string): void {
  const lines = words.split('\n').filter(Boolean)
  const unusual = lines.find((line) => !usualWords.some((pattern) => pattern.test(line)))
  if (code === lackingCode) throw new UnsupportedOperation(`the image lacks a program that is needed to save it: ${words.trim()}`)
  if (code === undefined) throw new DriverUnavailable('the connection to the cluster broke off')
  const isUsual =
    unusual === undefined && words.length < wordsMax && (code === 0 || (usualCodes.includes(code) && lines.length > 0))
  if (!isUsual) throw new DriverUnavailable(`a disk could not be read (${code}): ${unusual ?? words.slice(0, 200)}`)
}

async function readWords(stream: PassThrough): Promise<string> {
  let words = ''
  for await (const chunk of stream) if (words.length < wordsMax) words += String(chunk)
  return words
}

async function* readFiles(lines: AsyncIterable<string>): AsyncGenerator<ListedFile> {
  let last = ''
  for await (const line of lines) {
    const file = parseListedFile(line)
    if (!file || file.path <= last) throw new DriverUnavailable(`a list of files is not in order: ${line.slice(0, 200)}`)
    last = file.path
    yield file
  }
}

/** Each character stands for one byte. What follows the last end is no line. */
async function* cutLines(bytes: AsyncIterable<Buffer>, end: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of bytes) {
    const lines = `${rest}${chunk.toString('latin1')}`.split(end)
    rest = lines.pop()!
    if (rest.length > lineMax) throw new DriverUnavailable('a list of files has no lines')
    yield* lines
  }
}

const sumLength = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length + 1, 0)

function* cutNames(names: readonly string[]): Generator<Buffer> {
  let held = ''
  for (const name of names) {
    held += `${name}\0`
    if (held.length < pieceLength) continue
    yield Buffer.from(held, 'latin1')
    held = ''
  }
  if (held !== '') yield Buffer.from(held, 'latin1')
}
