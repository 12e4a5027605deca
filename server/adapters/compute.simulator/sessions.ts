import { statfs } from 'node:fs/promises'
import type { ExecOptions, ExecSession, FolderMount } from '#server/ports/compute.ts'
import { measureDiskUse } from './disk/disk-quota.ts'
import type { PortListeners } from './net/listeners.ts'
import { openShellSession, type ShellSession } from './session.ts'
import type { SimulatorSettings } from './settings.ts'
import type { MountUse, ShellMachine } from './shell/shell.ts'
import type { InstanceRecord } from './state.ts'
import { computeSimulatedLoad } from './usage.ts'
import type { SimulatedWorld } from './world.ts'

/** Open shell sessions by instance. */
export class ShellSessions {
  readonly #world: SimulatedWorld
  readonly #settings: SimulatorSettings
  readonly #listeners: PortListeners
  readonly #open = new Map<string, Set<ShellSession>>()

  constructor(world: SimulatedWorld, settings: SimulatorSettings, listeners: PortListeners) {
    this.#world = world
    this.#settings = settings
    this.#listeners = listeners
    world.bell.listen((id) => void this.#endUnlessRunning(id))
  }

  /** Starts `cmd` in a running instance. */
  open(record: InstanceRecord, options: ExecOptions): ExecSession {
    const { id } = record.spec
    const session = openShellSession(this.#machine(record), {
      cmd: options.cmd,
      tty: options.tty ?? false,
      apart: options.apart ?? false,
      cols: options.cols ?? 80,
      rows: options.rows ?? 24,
    })
    const open = this.#open.get(id) ?? new Set()
    this.#open.set(id, open.add(session))
    void session.exit.finally(() => {
      open.delete(session)
      if (open.size === 0 && this.#open.get(id) === open) this.#open.delete(id)
    })
    return session
  }

  closeAll(): void {
    for (const sessions of this.#open.values()) for (const session of sessions) session.kill()
  }

  async #endUnlessRunning(id: string): Promise<void> {
    const sessions = this.#open.get(id)
    if (!sessions) return
    const records = await this.#world.store.all()
    if (records.get(id)?.state.at !== 'running') for (const session of sessions) session.kill()
  }

  #machine(record: InstanceRecord): ShellMachine {
    const { spec, state } = record
    const { catalogue, clock, seed } = this.#settings
    const folders = this.#world.folders(spec)
    return {
      spec,
      image: catalogue[record.base ?? spec.image],
      clock,
      disk: this.#world.disk(spec),
      started_at: new Date(state.since),
      sample: () => computeSimulatedLoad(spec, seed, state.since, clock.now()),
      disk_use: async () => {
        const [system, data] = await Promise.all([measureDiskUse(folders.system), measureDiskUse(folders.data)])
        return { system_bytes: system.bytes, data_bytes: data.bytes, mounts: await Promise.all(folders.mounts.map(getMountUse)) }
      },
      ports: {
        list: () => this.#listeners.of(record),
        open: (port, folder) => this.#listeners.open(record, port, folder),
        close: (port) => this.#listeners.close(record, port),
      },
      console: (texts) => this.#world.say(spec.id, texts),
    }
  }
}

/** Returns the figures of `df` for a mounted folder: its quota and content, or the numbers of its file system. */
async function getMountUse({ source, target, quota_bytes: totalBytes }: FolderMount): Promise<MountUse> {
  const { blocks, bfree, bavail, bsize } = await statfs(source)
  if (totalBytes !== undefined) {
    const { bytes: usedBytes } = await measureDiskUse(source)
    return {
      target,
      total_bytes: totalBytes,
      used_bytes: usedBytes,
      free_bytes: Math.max(0, Math.min(bavail * bsize, totalBytes - usedBytes)),
    }
  }
  return { target, total_bytes: blocks * bsize, used_bytes: (blocks - bfree) * bsize, free_bytes: bavail * bsize }
}
