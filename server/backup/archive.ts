import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from 'node:fs'
import { mkdir, symlink, utimes } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Headers, type Pack, pack } from 'tar-stream'
import { z } from 'zod'
import { archiveFormat, BackupManifest } from './manifest.ts'

/** A backup is a compressed tar: the manifest, the data folder below `data/`, and the SHA-256 of each file. */
const manifestName = 'manifest.json'
const checksumsName = 'checksums.json'
const dataPrefix = 'data/'
const Checksums = z.record(z.string(), z.string())

/** Passes bytes on and sums them up. */
class Summing extends Transform {
  readonly hash = createHash('sha256')
  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    this.hash.update(chunk)
    done(null, chunk)
  }
}

const addText = (archive: Pack, name: string, value: unknown): void =>
  void archive.entry({ name, mode: 0o600 }, JSON.stringify(value, null, 1))

/** Adds a file as long as it is now: programs may go on writing to its end. Returns its sum. */
async function addFile(archive: Pack, header: Headers, file: string): Promise<string> {
  const sum = new Summing()
  const entry = archive.entry(header)
  if (header.size === 0) {
    entry.end()
    return sum.hash.digest('hex')
  }
  try {
    await pipeline(createReadStream(file, { end: header.size! - 1 }), sum, entry)
  } catch (error) {
    throw new Error(`${header.name} 在备份时变短了或读不出（${(error as Error).message}），请再运行一次`)
  }
  return sum.hash.digest('hex')
}

async function addFolder(archive: Pack, folder: string, name: string, sums: Record<string, string>): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [path, entryName] = [join(folder, entry.name), `${name}${entry.name}`]
    const { mode, size, mtime } = lstatSync(path)
    const header = { name: entryName, mode: mode & 0o7777, mtime }
    if (entry.isDirectory()) {
      archive.entry({ ...header, name: `${entryName}/`, type: 'directory' })
      await addFolder(archive, path, `${entryName}/`, sums)
    } else if (entry.isSymbolicLink()) archive.entry({ ...header, type: 'symlink', linkname: readlinkSync(path) })
    else sums[entryName] = await addFile(archive, { ...header, size }, path)
  }
}

/** Writes the archive of a folder nobody else adds to; readable by its owner only, and on the disk when it returns. */
export async function writeArchive(file: string, folder: string, manifest: BackupManifest): Promise<void> {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  const filled = (async () => {
    const sums: Record<string, string> = {}
    addText(archive, manifestName, manifest)
    await addFolder(archive, folder, dataPrefix, sums)
    addText(archive, checksumsName, sums)
    archive.finalize()
  })()
  filled.catch((error: Error) => archive.destroy(error))
  const [filling, writing] = await Promise.allSettled([filled, written])
  if (writing.status === 'rejected' && (writing.reason as NodeJS.ErrnoException).code) throw writing.reason
  if (filling.status === 'rejected') throw filling.reason
  if (writing.status === 'rejected') throw writing.reason
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The place of an entry below `folder`; throws for a name that leads out of it. */
function findTarget(folder: string, name: string): string {
  const target = resolve(folder, name.slice(dataPrefix.length))
  if (!name.startsWith(dataPrefix) || !`${target}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    throw new Error(`${name} 不该在备份里`)
  return target
}

/** Reads the entries of one archive, and writes them below `folder` unless that is undefined. */
class ArchiveReading {
  manifest: BackupManifest | undefined
  sums: Record<string, string> | undefined
  readonly found: Record<string, string> = {}
  /** Made when all else is there, so that nothing is ever written through one. */
  readonly links: [target: string, to: string][] = []
  last = ''

  readonly #folder: string | undefined
  readonly #check: (manifest: BackupManifest) => void

  constructor(folder: string | undefined, check: (manifest: BackupManifest) => void) {
    this.#folder = folder
    this.#check = check
  }

  async take({ name, type, mode, mtime, linkname }: Headers, content: Readable): Promise<void> {
    this.last = name
    if (name === manifestName) return this.#takeManifest(await json(content))
    if (!this.manifest) throw new Error('开头没有 manifest.json，不是平台的备份')
    if (name === checksumsName) this.sums = Checksums.parse(await json(content))
    else if (type === 'file') await this.#takeFile(name, content, { mode, mtime })
    else {
      content.resume()
      if (this.#folder === undefined) return
      const target = findTarget(this.#folder, name)
      if (type === 'symlink') this.links.push([linkname ?? '', target])
      else await mkdir(target, { recursive: true, mode: mode! })
    }
  }

  #takeManifest(value: unknown): void {
    const format = (value as { format?: unknown })?.format
    if (typeof format === 'number' && format > archiveFormat) throw new Error('备份的格式比这里的程序新，请用不旧于它的版本恢复')
    this.manifest = BackupManifest.parse(value)
    this.#check(this.manifest)
  }

  async #takeFile(name: string, content: Readable, { mode, mtime }: Pick<Headers, 'mode' | 'mtime'>): Promise<void> {
    const sum = new Summing()
    if (this.#folder === undefined) await pipeline(content, sum.resume())
    else {
      const target = findTarget(this.#folder, name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(content, sum, createWriteStream(target, { mode: mode!, flush: true }))
      if (mtime) await utimes(target, mtime, mtime)
    }
    this.found[name] = sum.hash.digest('hex')
  }

  /** The first file that is not as it was written; undefined if all are. */
  findDamage(): string | undefined {
    const { sums, found } = this
    if (!sums) return undefined
    const strange = Object.keys(found).find((name) => sums[name] !== found[name])
    return strange ?? Object.keys(sums).find((name) => found[name] === undefined)
  }
}

/**
 * Reads a backup to its end, checks every file, and unpacks it into `folder` unless that is undefined. `check` sees the manifest
 * before anything is unpacked, and throws to refuse it. Throws one line that names what is damaged.
 */
export async function readArchive(
  file: string,
  folder: string | undefined,
  check: (manifest: BackupManifest) => void,
): Promise<{ manifest: BackupManifest; files: number }> {
  const reading = new ArchiveReading(folder, (manifest) => {
    try {
      check(manifest)
    } catch (error) {
      refused = error as Error
      throw error
    }
  })
  let refused: Error | undefined
  const entries = extract()
  entries.on('entry', (header, content, next) => void reading.take(header, content).then(() => next(), next))
  const broken = await pipeline(createReadStream(file), createGunzip(), entries).then(
    () => undefined,
    (error: Error) => error,
  )
  if (refused) throw refused
  if (broken && (broken as NodeJS.ErrnoException).syscall) throw broken
  const damaged = reading.findDamage()
  if (damaged) throw new Error(`备份 ${file} 已损坏：${damaged} 与写入时不同，没有恢复`)
  if (broken || !reading.manifest || !reading.sums)
    throw new Error(`备份 ${file} 不完整或已损坏（读到 ${reading.last || '开头'}：${broken?.message ?? '没有结尾'}），没有恢复`)
  if (folder !== undefined) for (const [to, target] of reading.links) await symlink(to, target)
  return { manifest: reading.manifest, files: Object.keys(reading.found).length }
}
