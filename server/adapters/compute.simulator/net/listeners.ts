import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '#server/adapters/compute.simulator/durable-file.ts'
import type { InstanceRecord } from '#server/adapters/compute.simulator/state.ts'
import type { SimulatedWorld } from '#server/adapters/compute.simulator/world.ts'
import { KeyedMutex } from '#server/lib/concurrency.ts'

/** A simulated program that listens on a port. */
export interface PortListener {
  port: number
  program: 'serve' | 'jupyter'
  /** Served folder, as a path in the instance. */
  folder: string
}

interface StoredListeners {
  /** Start of the run that owns the listeners; they end with it. */
  since: number
  folders: Record<string, string>
}

const jupyterPort = 8888
const maxListeners = 16

/** Listeners of each instance. Stored on disk, because a running instance outlives this server process. */
export class PortListeners {
  readonly #world: SimulatedWorld
  readonly #has_jupyter: (image: string) => boolean
  readonly #turns = new KeyedMutex()

  constructor(world: SimulatedWorld, hasJupyter: (image: string) => boolean) {
    this.#world = world
    this.#has_jupyter = hasJupyter
  }

  /** Returns the listeners sorted by port; empty unless the instance is running. */
  async of(record: InstanceRecord): Promise<PortListener[]> {
    if (record.state.at !== 'running') return []
    const { folders } = await this.#read(record)
    const served = Object.entries(folders).map(
      ([port, folder]): PortListener => ({ port: Number(port), program: 'serve', folder }),
    )
    const jupyter = this.#has_jupyter(record.base ?? record.spec.image)
    const all: PortListener[] = jupyter ? [...served, { port: jupyterPort, program: 'jupyter', folder: '/' }] : served
    return all.sort((a, b) => a.port - b.port)
  }

  /** Opens a listener; false if the port is taken or too many are open. */
  open(record: InstanceRecord, port: number, folder: string): Promise<boolean> {
    return this.#change(record, async (folders) => {
      const taken = (await this.of(record)).map((listener) => listener.port)
      if (taken.includes(port) || taken.length >= maxListeners) return undefined
      return { ...folders, [port]: folder }
    })
  }

  /** Closes a listener; false if no closable one uses the port. */
  close(record: InstanceRecord, port: number): Promise<boolean> {
    return this.#change(record, async (folders) => {
      const { [port]: ended, ...others } = folders
      return ended === undefined ? undefined : others
    })
  }

  #change(
    record: InstanceRecord,
    next: (folders: StoredListeners['folders']) => Promise<StoredListeners['folders'] | undefined>,
  ): Promise<boolean> {
    return this.#turns.run(record.spec.id, async () => {
      const { since, folders } = await this.#read(record)
      const changed = await next(folders)
      if (changed) await writeDurably(this.#file(record), JSON.stringify({ since, folders: changed }))
      return changed !== undefined
    })
  }

  async #read(record: InstanceRecord): Promise<StoredListeners> {
    const { since } = record.state
    const text = await readFile(this.#file(record), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    const kept = text === undefined ? undefined : (JSON.parse(text) as StoredListeners)
    return kept?.since === since ? kept : { since, folders: {} }
  }

  #file({ spec }: InstanceRecord): string {
    return join(this.#world.store.folder(spec.id), 'listening.json')
  }
}
