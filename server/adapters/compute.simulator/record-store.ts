import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskPresence } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { syncFolder, writeDurably } from './durable-file.ts'
import type { InstanceRecord } from './state.ts'

const copiedFile = 'copied.json'
/** Marker file in a folder whose record was removed. */
const removedMarker = 'left'

/**
 * Folders of all instances: `<dir>/instances/<id>/{record.json, console.log, g<generation>/, workspace/}`. A copied data disk
 * adds `copied.json` before the first record, a data disk kept alone adds `left`. Only one process at a time may use a `dir`.
 */
export class RecordStore {
  readonly #root: string
  readonly #trash: string
  #discarded = 0
  #records: Promise<Map<string, InstanceRecord>> | undefined

  constructor(dir: string) {
    this.#root = join(dir, 'instances')
    this.#trash = join(dir, 'trash')
  }

  folder(id: string): string {
    return join(this.#root, id)
  }

  /** Returns the path of the system disk of generation `generation`. */
  systemDisk(id: string, generation: number): string {
    return join(this.folder(id), `g${generation}`)
  }

  dataDisk(id: string): string {
    return join(this.folder(id), 'workspace')
  }

  /** Returns all records by id; reads them from disk once. Throws `DriverUnavailable` if one cannot be read. */
  all(): Promise<ReadonlyMap<string, InstanceRecord>> {
    this.#records ??= this.#load().catch((error: unknown) => {
      this.#records = undefined
      throw new DriverUnavailable('simulator state cannot be read', { cause: error })
    })
    return this.#records
  }

  /** Stores the record; it is durable before it becomes visible. */
  async put(record: InstanceRecord): Promise<void> {
    const records = await this.#writable()
    await writeDurably(join(this.folder(record.spec.id), 'record.json'), JSON.stringify(record))
    records.set(record.spec.id, record)
  }

  /** Removes the instance atomically, then deletes its folder. Succeeds if nothing exists. */
  async discard(id: string): Promise<void> {
    const records = await this.#writable()
    const grave = join(this.#trash, `${id}.${this.#discarded++}`)
    await rm(grave, { recursive: true, force: true })
    await rename(this.folder(id), grave).catch(ignoreMissing)
    records.delete(id)
    await syncFolder(this.#root)
    await rm(grave, { recursive: true, force: true })
  }

  /** Removes disks as if deleted by hand on the host: the record goes with the system disk; the data disk may remain alone. */
  async remove(id: string, disks: DiskPresence): Promise<void> {
    const records = await this.#writable()
    if (disks.data) await rm(this.dataDisk(id), { recursive: true, force: true })
    const record = records.get(id)
    if (!disks.system || !record) return
    await writeDurably(join(this.folder(id), removedMarker), '')
    records.delete(id)
    await rm(join(this.folder(id), 'record.json'), { force: true })
    await rm(this.systemDisk(id, record.spec.generation), { recursive: true, force: true })
  }

  async hasDataDisk(id: string): Promise<boolean> {
    await this.all()
    return (await stat(this.dataDisk(id)).catch(ignoreMissing)) !== undefined
  }

  /** Records that the data disk of `id` is a complete copy of the one of `from`. The folder must exist. */
  async putCopied(id: string, from: string): Promise<void> {
    await writeDurably(join(this.folder(id), copiedFile), JSON.stringify({ from }))
    await syncFolder(this.#root)
  }

  /** Returns the instance whose data disk was copied to `id`. */
  async copiedFrom(id: string): Promise<string | undefined> {
    await this.all()
    const text = await readFile(join(this.folder(id), copiedFile), 'utf8').catch(ignoreMissing)
    return text === undefined ? undefined : (JSON.parse(text) as { from: string }).from
  }

  /** Deletes the system disks of all other generations. */
  async dropOtherSystemDisks(id: string, generation: number): Promise<void> {
    const others = (await readdir(this.folder(id))).filter((name) => /^g\d+$/.test(name) && name !== `g${generation}`)
    for (const name of others) await rm(join(this.folder(id), name), { recursive: true, force: true })
  }

  async #isKept(id: string): Promise<boolean> {
    const found = await Promise.all(
      [copiedFile, removedMarker].map((name) => stat(join(this.#root, id, name)).catch(ignoreMissing)),
    )
    return found.some((one) => one !== undefined)
  }

  async #writable(): Promise<Map<string, InstanceRecord>> {
    await this.all()
    return this.#records!
  }

  async #load(): Promise<Map<string, InstanceRecord>> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    await rm(this.#trash, { recursive: true, force: true })
    await mkdir(this.#trash, { recursive: true, mode: 0o700 })
    const records = new Map<string, InstanceRecord>()
    for (const id of await readdir(this.#root)) {
      const text = await readFile(join(this.#root, id, 'record.json'), 'utf8').catch(ignoreMissing)
      if (text !== undefined) records.set(id, JSON.parse(text) as InstanceRecord)
      else if (!(await this.#isKept(id))) await rm(this.folder(id), { recursive: true, force: true }) // killed during creation
    }
    return records
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
