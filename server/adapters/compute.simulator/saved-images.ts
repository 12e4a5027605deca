import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

export interface SavedImage {
  image: string
  /** The original catalogue image of the saved disk. */
  base: string
  /** The source instance and generation. */
  source: string
  size_mb: number
  /** The saved image of which this is a second name. */
  copy_of?: string
  /** Keeps the name of a removed image known, so that it does not count as pullable. */
  removed?: true
}

/** Saved system disks: `<dir>/images/<hash of the name>/` and, once complete, `<hash>.json` next to it. */
export class SavedImages {
  readonly #root: string
  #known: Map<string, SavedImage> | undefined

  constructor(dir: string) {
    this.#root = join(dir, 'images')
  }

  folder(image: string): string {
    return join(this.#root, createHash('sha256').update(image).digest('hex').slice(0, 32))
  }

  find(image: string): SavedImage | undefined {
    return this.#all().get(image)
  }

  /** Saves an image: `fill` writes the disk to an empty folder; the image exists only once everything is written. */
  async save(entry: SavedImage, fill: (folder: string) => Promise<void>): Promise<void> {
    const known = this.#all()
    const [folder, fresh] = [this.folder(entry.image), `${this.folder(entry.image)}.new`]
    await rm(fresh, { recursive: true, force: true })
    await fill(fresh)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
    await syncFolder(this.#root)
    await writeDurably(`${folder}.json`, JSON.stringify(entry))
    known.set(entry.image, entry)
  }

  async remove(entry: SavedImage): Promise<void> {
    const known = this.#all()
    const gone: SavedImage = { ...entry, removed: true }
    await writeDurably(`${this.folder(entry.image)}.json`, JSON.stringify(gone))
    known.set(entry.image, gone)
    await rm(this.folder(entry.image), { recursive: true, force: true })
  }

  /** Loads all entries once and synchronously, so that lookups need no await. */
  #all(): Map<string, SavedImage> {
    try {
      this.#known ??= this.#load()
    } catch (error) {
      throw new DriverUnavailable('saved images cannot be read', { cause: error })
    }
    return this.#known
  }

  #load(): Map<string, SavedImage> {
    mkdirSync(this.#root, { recursive: true, mode: 0o700 })
    const paths = readdirSync(this.#root).map((name) => join(this.#root, name))
    const entries = paths
      .filter((path) => path.endsWith('.json'))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as SavedImage)
    const whole = new Set(entries.filter(({ removed }) => !removed).map(({ image }) => this.folder(image)))
    const halves = paths.filter((path) => !path.endsWith('.json') && !whole.has(path))
    for (const half of halves) rmSync(half, { recursive: true, force: true }) // killed before completion
    return new Map(entries.map((entry) => [entry.image, entry]))
  }
}
