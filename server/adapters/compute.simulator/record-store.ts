import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskPresence } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { syncFolder, writeDurably } from './durable-file.ts'
import type { InstanceRecord } from './state.ts'

const copiedFile = 'copied.json'
/** Stands in a folder whose record was taken away. */
const removedMarker = 'left'

/**
 * The folders of all instances: `<dir>/instances/<id>/{record.json, console.log, g<generation>/, workspace/}`.
 * With a data disk that was copied, or kept alone, there is `copied.json` too, before the first record. One process at a time may hold a `dir`.
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

  /** Where generation `generation` keeps its system disk. */
  systemDisk(id: string, generation: number): string {
    return join(this.folder(id), `g${generation}`)
  }

  dataDisk(id: string): string {
    return join(this.folder(id), 'workspace')
  }

  /** All records by id; read from disk once. Throws DriverUnavailable when one cannot be read. */
  all(): Promise<ReadonlyMap<string, InstanceRecord>> {
    this.#records ??= this.#load().catch((error: unknown) => {
      this.#records = undefined
      throw new DriverUnavailable('simulator state cannot be read', { cause: error })
    })
    return this.#records
  }

  /** Durable before it is visible. */
  async put(record: InstanceRecord): Promise<void> {
    const records = await this.#writable()
    await writeDurably(join(this.folder(record.spec.id), 'record.json'), JSON.stringify(record))
    records.set(record.spec.id, record)
  }

  /** Forgets the instance in one step, then deletes its folder. Nothing there is success. */
  async discard(id: string): Promise<void> {
    const records = await this.#writable()
    const grave = join(this.#trash, `${id}.${this.#discarded++}`)
    await rm(grave, { recursive: true, force: true })
    await rename(this.folder(id), grave).catch(ignoreMissing)
    records.delete(id)
    await syncFolder(this.#root)
    await rm(grave, { recursive: true, force: true })
  }

  /** Takes disks away as a hand on the host would: the record goes with the system disk, the data disk may stay by itself. */
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

  /** Notes that the data disk of `id` is a whole copy of another's. Its folder must exist. */
  async putCopied(id: string, from: string): Promise<void> {
    await writeDurably(join(this.folder(id), copiedFile), JSON.stringify({ from }))
    await syncFolder(this.#root)
  }

  /** Whose data disk was copied to `id`. */
  async copiedFrom(id: string): Promise<string | undefined> {
    await this.all()
    const text = await readFile(join(this.folder(id), copiedFile), 'utf8').catch(ignoreMissing)
    return text === undefined ? undefined : (JSON.parse(text) as { from: string }).from
  }

  /** Deletes system disks of generations other than `generation`. */
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
      else if (!(await this.#isKept(id))) await rm(this.folder(id), { recursive: true, force: true }) // killed before its first record: never promised
    }
    return records
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
