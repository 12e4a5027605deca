import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import type { InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { ChangeSignal } from './change-signal.ts'
import { buildConsoleLines, formatConsoleLine } from './console-lines.ts'
import { ConsoleLog } from './console-log.ts'
import { SimulatedDisk } from './disk/disk.ts'
import type { DiskFolders } from './disk/disk-path.ts'
import { computeDiskQuota, type DiskQuota } from './disk/disk-quota.ts'
import type { SimulatorFaults } from './faults.ts'
import { RecordStore } from './record-store.ts'
import { advanceState, type InstanceRecord, type SimulatedState, toObservedInstance } from './state.ts'

export interface SimulatedWorldOptions {
  clock: Clock
  dir: string
  faults: SimulatorFaults
  quota: DiskQuota
}

/** State of the simulated machines: records, disks and consoles, advanced to the clock at each look. */
export class SimulatedWorld {
  readonly store: RecordStore
  readonly bell = new ChangeSignal()
  readonly #options: SimulatedWorldOptions
  readonly #consoles = new Map<string, ConsoleLog>()

  constructor(options: SimulatedWorldOptions) {
    this.#options = options
    this.store = new RecordStore(options.dir)
  }

  /** Returns the current record and persists boots, stops and crashes that are due. The caller holds the instance's lock. */
  async look(id: string): Promise<InstanceRecord | undefined> {
    await this.#removeDisks(id)
    const record = (await this.store.all()).get(id)
    if (!record) return undefined
    const state = this.#afterCrash(id, advanceState(record.state, this.#now()))
    if (state === record.state) return record
    return this.change({ ...record, state, made: record.made || state.at === 'running' })
  }

  /** Writes the record and appends the console lines of the previous state permanently. */
  async change(next: InstanceRecord): Promise<InstanceRecord> {
    const { id } = next.spec
    const before = (await this.store.all()).get(id)
    await this.#durably(async () => {
      await mkdir(this.store.folder(id), { recursive: true, mode: 0o700 })
      if (before) await this.console(id).append(buildConsoleLines(before.spec, before.state, next.state.since))
      await this.store.put(next)
    })
    this.bell.ring(id)
    return next
  }

  async forget(id: string, keepDataDisk: boolean): Promise<void> {
    await this.#durably(() => (keepDataDisk ? this.store.remove(id, { system: true, data: false }) : this.store.discard(id)))
    this.#consoles.delete(id)
    this.bell.ring(id)
  }

  /** Returns console lines numbered `from` and later, and the number of the next line. */
  async consoleSince({ spec, state }: InstanceRecord, from: number): Promise<{ lines: string[]; next: number }> {
    const { lines, next } = await this.console(spec.id).since(from)
    const live = buildConsoleLines(spec, state, this.#now())
    return { lines: [...lines, ...live.slice(Math.max(0, from - next))], next: next + live.length }
  }

  console(id: string): ConsoleLog {
    const known = this.#consoles.get(id) ?? new ConsoleLog(join(this.store.folder(id), 'console.log'))
    this.#consoles.set(id, known)
    return known
  }

  async say(id: string, texts: readonly string[]): Promise<void> {
    await this.console(id).append(texts.map((text) => formatConsoleLine(this.#now(), text)))
    this.bell.ring(id)
  }

  folders(spec: InstanceSpec): DiskFolders {
    const { id, generation, mounts = [] } = spec
    return { system: this.store.systemDisk(id, generation), data: this.store.dataDisk(id), mounts }
  }

  disk(spec: InstanceSpec): SimulatedDisk {
    return new SimulatedDisk(this.folders(spec), computeDiskQuota(this.#options.quota, spec), this.#options.clock)
  }

  observed(record: InstanceRecord): ObservedInstance {
    return toObservedInstance(record, this.#options.clock.now(), this.#options.faults.lost_hosts.has(record.spec.host))
  }

  async #removeDisks(id: string): Promise<void> {
    const removed = this.#options.faults.removals.get(id)
    if (!removed) return
    this.#options.faults.removals.delete(id)
    await this.#durably(() => this.store.remove(id, removed))
    this.bell.ring(id)
  }

  #afterCrash(id: string, state: SimulatedState): SimulatedState {
    const crash = this.#options.faults.crashes.get(id)
    if (state.at !== 'running' || !crash) return state
    this.#options.faults.crashes.delete(id)
    return {
      at: 'failed',
      since: this.#now(),
      failure: { ...crash, message: `实例的主进程意外退出，退出码 ${crash.exit_code}。` },
    }
  }

  async #durably(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      throw new DriverUnavailable('simulator state cannot be written', { cause: error })
    })
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }
}
