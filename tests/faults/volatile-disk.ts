import fs from 'node:fs'
import path from 'node:path'

const page = 4096

/** The content at the last fsync of every page written since. */
interface Volatile {
  synced_length: number
  synced_pages: Map<number, Buffer>
}

/**
 * Watches this thread's writes and fsyncs from now on to simulate a power cut: what was written since the last
 * fsync of its file may or may not have reached the disk, page by page. Harsher than a real kernel, which writes in the
 * background, and blind to file names: a file exists from its first write on, and a rename is durable at once.
 */
export class VolatileDisk {
  readonly #files = new Map<number, Volatile>()

  constructor() {
    const { writeSync, fsyncSync } = fs
    const write = (...args: [number, Uint8Array, number, number, number]) => {
      const [descriptor, , , length, position] = args
      if (fs.fstatSync(descriptor).isFile() && typeof position === 'number') this.#remember(descriptor, position, length)
      return writeSync(...args)
    }
    fs.writeSync = write as typeof fs.writeSync
    fs.fsyncSync = (descriptor) => {
      fsyncSync(descriptor)
      this.#files.delete(fs.fstatSync(descriptor).ino)
    }
  }

  /** Copies `live` to `image` as after a power cut now. Returns how many pages were lost. */
  cut(live: string, image: string): number {
    fs.cpSync(live, image, { recursive: true })
    let dropped = 0
    for (const entry of fs.readdirSync(live, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      const lost = entry.isFile() ? this.#files.get(fs.statSync(file).ino) : undefined
      if (lost) dropped += revert(path.join(image, path.relative(live, file)), lost)
    }
    return dropped
  }

  #remember(descriptor: number, position: number, length: number): void {
    const { ino, size } = fs.fstatSync(descriptor)
    const file = this.#files.get(ino) ?? { synced_length: size, synced_pages: new Map() }
    this.#files.set(ino, file)
    for (let index = Math.floor(position / page); index * page < position + length; index++) {
      if (!file.synced_pages.has(index)) file.synced_pages.set(index, readPage(descriptor, index, file.synced_length))
    }
  }
}

function readPage(descriptor: number, index: number, syncedLength: number): Buffer {
  const content = Buffer.alloc(page)
  if (index * page < syncedLength) fs.readSync(descriptor, content, 0, page, index * page)
  return content
}

function revert(file: string, { synced_pages: syncedPages }: Volatile): number {
  const descriptor = fs.openSync(file, 'r+')
  let reverted = 0
  for (const [index, content] of syncedPages) {
    if (Math.random() < 0.5) continue
    fs.writeSync(descriptor, content, 0, page, index * page)
    reverted += 1
  }
  fs.closeSync(descriptor)
  return reverted
}
