import type { Duplex, Readable } from 'node:stream'
import pMap from 'p-map'
import { assertInstanceRef, assertTcpPort } from '#server/adapters/compute.shared/spec-check.ts'
import { KeyedMutex } from '#server/lib/concurrency.ts'
import type {
  ComputeDriver,
  DiskPresence,
  ExecOptions,
  ExecSession,
  HostListing,
  InstanceRef,
  InstanceSpec,
  ObservedInstance,
  OnInstanceChange,
  UsageSample,
} from '#server/ports/compute.ts'
import type { HostReport } from '#server/ports/compute-host.ts'
import { DriverConflict, DriverUnavailable, InstanceNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { measureDiskUse } from './disk/disk-quota.ts'
import { DiskTransfers } from './disk-transfers.ts'
import { reportFleet } from './fleet.ts'
import { followConsole } from './follow-console.ts'
import { SimulatedImageStore } from './image-store.ts'
import { InstanceLifecycle } from './lifecycle.ts'
import { SimulatedConnections } from './net/connections.ts'
import { PortListeners } from './net/listeners.ts'
import { ShellSessions } from './sessions.ts'
import type { SimulatorSettings } from './settings.ts'
import type { InstanceRecord } from './state.ts'
import { computeSimulatedLoad } from './usage.ts'
import { watchPhases } from './watch.ts'
import { SimulatedWorld } from './world.ts'

const maxParallelSamples = 8
const mib = 2 ** 20

export class SimulatorDriver implements ComputeDriver {
  readonly kind = 'simulator'
  readonly #settings: SimulatorSettings
  readonly #world: SimulatedWorld
  readonly #turns = new KeyedMutex()
  readonly #lifecycle: InstanceLifecycle
  readonly #images: SimulatedImageStore
  readonly #sessions: ShellSessions
  readonly #connections: SimulatedConnections
  readonly #disk_moves: DiskTransfers
  readonly #closing = new AbortController()

  constructor(settings: SimulatorSettings) {
    this.#settings = settings
    this.#world = new SimulatedWorld(settings)
    this.#images = new SimulatedImageStore(settings)
    this.#lifecycle = new InstanceLifecycle(this.#world, settings, this.#images)
    const listeners = new PortListeners(this.#world, settings.jupyter)
    this.#sessions = new ShellSessions(this.#world, settings, listeners)
    this.#connections = new SimulatedConnections(this.#world, listeners)
    this.#disk_moves = new DiskTransfers(this.#world, settings, this.#images, this.#turns, this.#closing.signal)
  }

  async health(): Promise<{ ok: boolean; version?: string; problem?: string }> {
    if (this.#closing.signal.aborted) return { ok: false, problem: '驱动已关闭' }
    return this.#settings.faults.unavailable ? { ok: false, problem: '模拟的引擎故障' } : { ok: true, version: 'simulator 1' }
  }

  async inventory(signal?: AbortSignal): Promise<HostReport[]> {
    this.#check(signal)
    return reportFleet(this.#settings.hosts, this.#settings.faults)
  }

  async ensureRunning(spec: InstanceSpec): Promise<ObservedInstance> {
    this.#check()
    return this.#turns.run(spec.id, () => this.#lifecycle.start(spec))
  }

  async ensureStopped(ref: InstanceRef, { grace_seconds: graceSeconds }: { grace_seconds: number }): Promise<ObservedInstance> {
    this.#check()
    assertInstanceRef(ref)
    return this.#turns.run(ref.id, () => this.#lifecycle.stop(ref, graceSeconds))
  }

  async ensureAbsent(ref: InstanceRef, { keep_data_disk: keepDataDisk = false } = {}): Promise<void> {
    this.#check()
    assertInstanceRef(ref)
    return this.#turns.run(ref.id, () => this.#lifecycle.remove(ref, keepDataDisk))
  }

  async findDataDisk({ id }: InstanceRef): Promise<{ name: string; size_mb: number | null } | undefined> {
    this.#check()
    const { store } = this.#world
    if (!(await store.hasDataDisk(id))) return undefined
    const { bytes } = await measureDiskUse(store.dataDisk(id))
    return { name: `${id}/workspace`, size_mb: Math.ceil(bytes / mib) }
  }

  async observe(ref: InstanceRef): Promise<ObservedInstance> {
    this.#check()
    assertInstanceRef(ref)
    const record = await this.#look(ref.id)
    const here = record?.spec.generation === ref.generation ? record : undefined
    return here ? this.#world.observed(here) : { ref, phase: 'absent', observed_at: this.#settings.clock.now() }
  }

  async disks(ref: InstanceRef): Promise<DiskPresence> {
    this.#check()
    assertInstanceRef(ref)
    return this.#turns.run(ref.id, () => this.#lifecycle.disks(ref))
  }

  async list(signal?: AbortSignal): Promise<HostListing[]> {
    this.#check(signal)
    const records = await this.#records()
    const hosts = new Set([...this.#settings.hosts.map(({ name }) => name), ...records.map(({ spec }) => spec.host)])
    return [...hosts].map((host) => {
      if (this.#settings.faults.lost_hosts.has(host)) return { host, complete: false, seen: [] }
      const here = records.filter(({ spec }) => spec.host === host)
      return { host, complete: true, seen: here.map((record) => this.#world.observed(record)) }
    })
  }

  async watch(wake: OnInstanceChange, signal: AbortSignal): Promise<void> {
    this.#check(signal)
    await watchPhases(this.#world, this.#settings.clock, () => this.#observeAll(), wake, this.#until(signal))
  }

  async exec(ref: InstanceRef, options: ExecOptions): Promise<ExecSession> {
    this.#check()
    if (!options.cmd[0]) throw new InvalidSpec('exec needs a command')
    return this.#sessions.open(await this.#running(ref), options)
  }

  async logs(ref: InstanceRef, { tail }: { tail: number }): Promise<string[]> {
    this.#check()
    const { lines } = await this.#world.consoleSince(await this.#reachable(ref), 0)
    return tail > 0 ? lines.slice(-tail) : []
  }

  async followLogs(ref: InstanceRef, signal: AbortSignal): Promise<Readable> {
    this.#check()
    const { next } = await this.#world.consoleSince(await this.#reachable(ref), 0)
    return followConsole(this.#world, this.#settings.clock, () => this.#look(ref.id), next, this.#until(signal))
  }

  async usage(refs: readonly InstanceRef[]): Promise<UsageSample[]> {
    this.#check()
    const { faults } = this.#settings
    const records = await Promise.all(refs.map(({ id }) => this.#look(id)))
    const running = records.filter((record) => record?.state.at === 'running' && !faults.lost_hosts.has(record.spec.host))
    return pMap(running as InstanceRecord[], (record) => this.#sample(record), { concurrency: maxParallelSamples })
  }

  async snapshot(ref: InstanceRef, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }> {
    this.#check()
    return this.#disk_moves.snapshot(ref, target, onProgress)
  }

  async copyImage(source: string, target: string): Promise<void> {
    this.#check()
    await this.#disk_moves.copyImage(source, target)
  }

  async removeImage(image: string): Promise<void> {
    this.#check()
    await this.#disk_moves.removeImage(image)
  }

  async shareImage(_host: string, image: string): Promise<void> {
    this.#check()
    await this.#disk_moves.shareImage(image)
  }

  async relocate(ref: InstanceRef, host: string, onProgress: (percent: number) => void): Promise<void> {
    this.#check()
    await this.#disk_moves.relocate(ref, host, onProgress)
  }

  async copyDataDisk(from: InstanceRef, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void> {
    this.#check()
    await this.#disk_moves.copyDataDisk(from, to, onProgress)
  }

  async dial(ref: InstanceRef, port: number, signal?: AbortSignal): Promise<Duplex> {
    this.#check(signal)
    assertTcpPort(port)
    return this.#connections.dial(await this.#running(ref), port)
  }

  async ensureImage(
    _host: string,
    image: string,
    onProgress: (progress: PullProgress) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    this.#check(signal)
    await this.#images.fetch(image, onProgress, signal ? this.#until(signal) : this.#closing.signal)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#sessions.closeAll()
    this.#connections.closeAll()
  }

  async #records(): Promise<InstanceRecord[]> {
    const ids = [...(await this.#world.store.all()).keys()].sort()
    const records = await Promise.all(ids.map((id) => this.#look(id)))
    return records.filter((record) => record !== undefined)
  }

  async #observeAll(): Promise<ObservedInstance[]> {
    this.#check()
    return (await this.#records()).map((record) => this.#world.observed(record))
  }

  #look(id: string): Promise<InstanceRecord | undefined> {
    return this.#turns.run(id, () => this.#world.look(id))
  }

  async #reachable(ref: InstanceRef): Promise<InstanceRecord> {
    assertInstanceRef(ref)
    const record = await this.#look(ref.id)
    if (record?.spec.generation !== ref.generation) throw new InstanceNotFound(`no instance ${ref.id}`)
    if (this.#settings.faults.lost_hosts.has(record.spec.host)) throw new DriverUnavailable('host does not answer')
    return record
  }

  async #running(ref: InstanceRef): Promise<InstanceRecord> {
    const record = await this.#reachable(ref)
    if (record.state.at !== 'running') throw new DriverConflict('instance is not running')
    return record
  }

  async #sample({ spec, state }: InstanceRecord): Promise<UsageSample> {
    const folders = this.#world.folders(spec)
    const used = (folder: string) =>
      measureDiskUse(folder).then(
        ({ bytes }) => Math.ceil(bytes / mib),
        () => null, // removed while counting
      )
    const [sysDiskMb, dataDiskMb] = await Promise.all([used(folders.system), used(folders.data)])
    return {
      ...computeSimulatedLoad(spec, this.#settings.seed, state.since, this.#settings.clock.now()),
      sys_disk_mb: sysDiskMb,
      data_disk_mb: dataDiskMb,
    }
  }

  #check(signal?: AbortSignal): void {
    if (this.#closing.signal.aborted) throw new DriverUnavailable('driver is closed')
    if (this.#settings.faults.unavailable) throw new DriverUnavailable('simulated engine failure')
    if (signal?.aborted) throw new DriverUnavailable('call was cancelled')
  }

  #until(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal])
  }
}
