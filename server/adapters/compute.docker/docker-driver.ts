import type { Duplex, Readable } from 'node:stream'
import { assertInstanceRef, assertTcpPort } from '#server/adapters/compute.shared/spec-check.ts'
import type {
  DiskPresence,
  ExecOptions,
  ExecSession,
  HostListing,
  InstanceRef,
  InstanceSpec,
  MovingInstance,
  ObservedInstance,
  OnInstanceChange,
  UsageSample,
} from '#server/ports/compute.ts'
import type { HostReport } from '#server/ports/compute-host.ts'
import type { DiskTransfer, EngineDriver } from '#server/ports/disk-transfer.ts'
import {
  DriverConflict,
  type DriverError,
  InstanceNotFound,
  InvalidSpec,
  UnsupportedOperation,
} from '#server/ports/driver-errors.ts'
import type { EngineNotes } from '#server/ports/engine-notes.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { followContainerLogs, readContainerLogs } from './container-logs.ts'
import { ContainerUsage } from './container-usage.ts'
import type { OurContainer } from './containers.ts'
import { openDirectExec } from './direct-exec.ts'
import { createDiskTransfer } from './disk-transfer.ts'
import { createDockerDriverContext, type DockerDriverContext } from './driver-context.ts'
import { createEngineNotes } from './engine-notes.ts'
import { followEngineEvents } from './events.ts'
import { openExec } from './exec-session.ts'
import { fetchEngineImage } from './image-pull.ts'
import { formatVolumeName, parseLabelRef } from './names.ts'
import { listObserved, observeGeneration } from './observe.ts'
import { openPortConnection } from './port-connection.ts'
import type { DockerSettings } from './settings.ts'
import { copySnapshot, createSnapshot, removeSnapshot, shareSnapshot } from './snapshot.ts'
import { findDisks, startContainer } from './start.ts'
import { removeContainer, stopContainer } from './stop.ts'

export class DockerDriver implements EngineDriver {
  readonly kind = 'docker'
  readonly notes: EngineNotes
  readonly transfer: DiskTransfer
  readonly #parts: DockerDriverContext
  readonly #usage: ContainerUsage

  constructor(settings: DockerSettings) {
    this.#parts = createDockerDriverContext(settings)
    this.notes = createEngineNotes(this.#parts.engine, settings.installation_id)
    this.transfer = createDiskTransfer(this.#parts)
    this.#usage = new ContainerUsage(this.#parts)
  }

  async health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }> {
    try {
      const { Version } = await this.#parts.engine.call((docker) => docker.version(), signal)
      return { ok: true, version: Version }
    } catch (error) {
      return { ok: false, problem: (error as DriverError).message }
    }
  }

  async inventory(signal?: AbortSignal): Promise<HostReport[]> {
    return [await this.#parts.facts.report(signal)]
  }

  async ensureRunning(spec: InstanceSpec): Promise<ObservedInstance> {
    return startContainer(this.#parts, spec)
  }

  async ensureStopped(ref: InstanceRef, { grace_seconds: graceSeconds }: { grace_seconds: number }): Promise<ObservedInstance> {
    this.#check(ref)
    return stopContainer(this.#parts, ref, graceSeconds)
  }

  async ensureAbsent(ref: InstanceRef, { keep_data_disk: keepDataDisk = false } = {}): Promise<void> {
    this.#check(ref)
    return removeContainer(this.#parts, ref, keepDataDisk)
  }

  async findDataDisk(ref: InstanceRef): Promise<{ name: string; size_mb: number | null } | undefined> {
    this.#check(ref)
    const name = formatVolumeName(ref)
    return (await this.#parts.storage.volumeLabels(name)) && { name, size_mb: null }
  }

  async observe(ref: InstanceRef): Promise<ObservedInstance> {
    this.#check(ref)
    return observeGeneration(this.#parts, ref)
  }

  async disks(ref: InstanceRef): Promise<DiskPresence> {
    this.#check(ref)
    const found = await this.#parts.containers.find(ref.id)
    return findDisks(
      this.#parts,
      ref,
      found.find((container) => container.ref.generation === ref.generation),
    )
  }

  async list(signal?: AbortSignal): Promise<HostListing[]> {
    const [host, seen] = await Promise.all([this.#parts.facts.name(signal), listObserved(this.#parts, signal)])
    return [{ host, complete: true, seen }]
  }

  watch(wake: OnInstanceChange, signal: AbortSignal): Promise<void> {
    return followEngineEvents(this.#parts.engine, this.#parts.settings.installation_id, wake, signal)
  }

  async exec(ref: InstanceRef, options: ExecOptions): Promise<ExecSession> {
    if (!options.cmd[0]) throw new InvalidSpec('exec needs a command')
    const container = await this.#running(ref)
    if (options.bulk) return openDirectExec(this.#parts, container, options)
    return openExec(this.#parts.engine, this.#parts.clock, container, options)
  }

  async logs(ref: InstanceRef, { tail }: { tail: number }): Promise<string[]> {
    return readContainerLogs(this.#parts.engine, (await this.#get(ref)).info.Id, tail)
  }

  async followLogs(ref: InstanceRef, signal: AbortSignal): Promise<Readable> {
    const { engine, clock } = this.#parts
    return followContainerLogs(engine, clock, (await this.#get(ref)).info.Id, signal)
  }

  async usage(refs: readonly InstanceRef[]): Promise<UsageSample[]> {
    const wanted = new Set(refs.map(({ id, generation }) => `${id} ${generation}`))
    const summaries = await this.#parts.containers.summaries()
    this.#usage.keepOnly(new Set(summaries.map(({ Id }) => Id)))
    const running = summaries.filter(({ State, Labels }) => {
      const ref = parseLabelRef(Labels)
      return State === 'running' && ref && wanted.has(`${ref.id} ${ref.generation}`)
    })
    return this.#usage.samples(running.map(({ Id, Labels }) => ({ container: Id, labels: Labels })))
  }

  async snapshot(ref: InstanceRef, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }> {
    this.#check(ref)
    return createSnapshot(this.#parts, ref, target, onProgress)
  }

  async copyImage(source: string, target: string): Promise<void> {
    await copySnapshot(this.#parts, source, target)
  }

  async removeImage(image: string): Promise<void> {
    await removeSnapshot(this.#parts, image)
  }

  async shareImage(_host: string, image: string): Promise<void> {
    await shareSnapshot(this.#parts, image)
  }

  /** Accepts only the engine's own host: disks of others arrive through `transfer`. */
  async relocate(instance: MovingInstance, host: string, onProgress: (percent: number) => void): Promise<void> {
    await this.#get(instance)
    if (host !== (await this.#parts.facts.name())) throw new UnsupportedOperation('one engine is one host')
    onProgress(100)
  }

  async copyDataDisk(from: InstanceRef, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void> {
    onProgress(0)
    await this.transfer.receiveDataDisk(from, to, this.transfer.lend, onProgress)
    onProgress(100)
  }

  async dial(ref: InstanceRef, port: number, signal?: AbortSignal): Promise<Duplex> {
    assertTcpPort(port)
    return openPortConnection(this.#parts, await this.#running(ref), port, signal)
  }

  ensureImage(_host: string, image: string, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<void> {
    return fetchEngineImage(this.#parts.engine, image, onProgress, signal)
  }

  async close(): Promise<void> {
    this.#parts.pulls.cancelAll()
    await this.#parts.probe_container.remove()
    this.#parts.engine.close()
  }

  async #running(ref: InstanceRef): Promise<OurContainer> {
    const container = await this.#get(ref)
    const { Running, Paused } = container.info.State
    if (!Running || Paused) throw new DriverConflict('instance is not running')
    return container
  }

  async #get(ref: InstanceRef): Promise<OurContainer> {
    this.#check(ref)
    const found = await this.#parts.containers.find(ref.id)
    const container = found.find(({ ref: { generation } }) => generation === ref.generation)
    if (!container) throw new InstanceNotFound(`no container of ${ref.id} generation ${ref.generation}`)
    return container
  }

  #check(ref: InstanceRef): void {
    assertInstanceRef(ref)
    if (ref.installation_id !== this.#parts.settings.installation_id) throw new InvalidSpec('ref of another installation')
  }
}
