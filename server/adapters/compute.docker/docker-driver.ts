import type { Duplex, Readable } from 'node:stream'
import { checkPort, checkRef } from '#server/adapters/compute.shared/spec-check.ts'
import type {
  ComputeDriver,
  Disks,
  ExecOptions,
  ExecSession,
  InstanceSpec,
  Observed,
  Ref,
  UsageSample,
  Wake,
} from '#server/ports/compute.ts'
import type { Capabilities, ComputeHost } from '#server/ports/compute-host.ts'
import { DriverConflict, type DriverError, InstanceNotFound, InvalidSpec, Unsupported } from '#server/ports/driver-errors.ts'
import type { EngineNotes } from '#server/ports/engine-notes.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { followLogs, readLogs } from './container-logs.ts'
import { ContainerUsage } from './container-usage.ts'
import type { OurContainer } from './containers.ts'
import { copyDataDisk } from './data-disk-copy.ts'
import { createParts, type Parts } from './driver-context.ts'
import { engineNotes } from './engine-notes.ts'
import { followEvents } from './events.ts'
import { openExec } from './exec-session.ts'
import { fetchImage } from './image-pull.ts'
import { refOf, volumeName } from './names.ts'
import { list, observe } from './observe.ts'
import { dial } from './port-connection.ts'
import type { Settings } from './settings.ts'
import { copyImage, removeSnapshot, snapshot } from './snapshot.ts'
import { disksOf, start } from './start.ts'
import { remove, stop } from './stop.ts'

export class DockerDriver implements ComputeDriver {
  readonly kind = 'docker'
  readonly notes: EngineNotes
  readonly #parts: Parts
  readonly #usage: ContainerUsage

  constructor(settings: Settings) {
    this.#parts = createParts(settings)
    this.notes = engineNotes(this.#parts.engine, settings.installation_id)
    this.#usage = new ContainerUsage(this.#parts)
  }

  /** `simulated` when cards are pretended: nobody may pay for those. */
  async capabilities(): Promise<Capabilities> {
    const gpus = await this.#parts.facts.gpus()
    const { disk_quota, data_disks_dir, virtual_gpus } = this.#parts.settings
    return {
      rootfs_survives_stop: true,
      disks: {
        system: disk_quota ? 'enforced' : 'measured',
        data: disk_quota || data_disks_dir !== undefined ? 'enforced' : 'measured',
      },
      snapshot: true,
      relocate: false,
      gpu: gpus.length > 0 ? 'uuid' : 'none',
      simulated: virtual_gpus.length > 0,
    }
  }

  async health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }> {
    try {
      const { Version } = await this.#parts.engine.call((docker) => docker.version(), signal)
      return { ok: true, version: Version }
    } catch (error) {
      return { ok: false, problem: (error as DriverError).message }
    }
  }

  async inventory(signal?: AbortSignal): Promise<ComputeHost[]> {
    return [await this.#parts.facts.host(signal)]
  }

  async ensureRunning(spec: InstanceSpec): Promise<Observed> {
    return start(this.#parts, spec)
  }

  async ensureStopped(ref: Ref, { grace_seconds }: { grace_seconds: number }): Promise<Observed> {
    this.#check(ref)
    return stop(this.#parts, ref, grace_seconds)
  }

  async ensureAbsent(ref: Ref, { keep_data_disk = false } = {}): Promise<void> {
    this.#check(ref)
    return remove(this.#parts, ref, keep_data_disk)
  }

  async findDataDisk(id: string): Promise<{ name: string; size_mb: number | null } | undefined> {
    const { settings, storage } = this.#parts
    const ref = { installation_id: settings.installation_id, id, generation: 0 }
    this.#check(ref)
    const name = volumeName(ref)
    return (await storage.volumeLabels(name)) && { name, size_mb: null }
  }

  async observe(ref: Ref): Promise<Observed> {
    this.#check(ref)
    return observe(this.#parts, ref)
  }

  async disks(ref: Ref): Promise<Disks> {
    this.#check(ref)
    const found = await this.#parts.containers.find(ref.id)
    return disksOf(
      this.#parts,
      ref,
      found.find((container) => container.ref.generation === ref.generation),
    )
  }

  list(signal?: AbortSignal): Promise<Observed[]> {
    return list(this.#parts, signal)
  }

  watch(wake: Wake, signal: AbortSignal): Promise<void> {
    return followEvents(this.#parts.engine, this.#parts.settings.installation_id, wake, signal)
  }

  async exec(ref: Ref, options: ExecOptions): Promise<ExecSession> {
    if (!options.cmd[0]) throw new InvalidSpec('exec needs a command')
    return openExec(this.#parts.engine, this.#parts.clock, await this.#running(ref), options)
  }

  async logs(ref: Ref, { tail }: { tail: number }): Promise<string[]> {
    return readLogs(this.#parts.engine, (await this.#get(ref)).info.Id, tail)
  }

  async followLogs(ref: Ref, signal: AbortSignal): Promise<Readable> {
    const { engine, clock } = this.#parts
    return followLogs(engine, clock, (await this.#get(ref)).info.Id, signal)
  }

  async usage(refs: readonly Ref[]): Promise<UsageSample[]> {
    const wanted = new Set(refs.map(({ id, generation }) => `${id} ${generation}`))
    const summaries = await this.#parts.containers.summaries()
    this.#usage.keepOnly(new Set(summaries.map(({ Id }) => Id)))
    const running = summaries.filter(({ State, Labels }) => {
      const ref = refOf(Labels)
      return State === 'running' && ref && wanted.has(`${ref.id} ${ref.generation}`)
    })
    return this.#usage.samples(running.map(({ Id, Labels }) => ({ container: Id, labels: Labels })))
  }

  async snapshot(ref: Ref, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }> {
    this.#check(ref)
    return snapshot(this.#parts, ref, target, onProgress)
  }

  async copyImage(source: string, target: string): Promise<void> {
    await copyImage(this.#parts, source, target)
  }

  async removeImage(image: string): Promise<void> {
    await removeSnapshot(this.#parts, image)
  }

  /** One engine is one host. */
  async relocate(ref: Ref, host: string, onProgress: (percent: number) => void): Promise<void> {
    await this.#get(ref)
    if (host !== (await this.#parts.facts.host()).name) throw new Unsupported('one engine is one host')
    onProgress(100)
  }

  async copyDataDisk(from: Ref, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void> {
    this.#check(from)
    onProgress(0)
    await copyDataDisk(this.#parts, from, to)
    onProgress(100)
  }

  async dial(ref: Ref, port: number, signal?: AbortSignal): Promise<Duplex> {
    checkPort(port)
    return dial(this.#parts, await this.#running(ref), port, signal)
  }

  ensureImage(image: string, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<void> {
    return fetchImage(this.#parts.engine, image, onProgress, signal)
  }

  async close(): Promise<void> {
    this.#parts.pulls.cancelAll()
    this.#parts.engine.close()
  }

  async #running(ref: Ref): Promise<OurContainer> {
    const container = await this.#get(ref)
    const { Running, Paused } = container.info.State
    if (!Running || Paused) throw new DriverConflict('instance is not running')
    return container
  }

  async #get(ref: Ref): Promise<OurContainer> {
    this.#check(ref)
    const found = await this.#parts.containers.find(ref.id)
    const container = found.find(({ ref: { generation } }) => generation === ref.generation)
    if (!container) throw new InstanceNotFound(`no container of ${ref.id} generation ${ref.generation}`)
    return container
  }

  #check(ref: Ref): void {
    checkRef(ref)
    if (ref.installation_id !== this.#parts.settings.installation_id) throw new InvalidSpec('ref of another installation')
  }
}
