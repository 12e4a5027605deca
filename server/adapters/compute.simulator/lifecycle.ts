import { lstat, rm } from 'node:fs/promises'
import { AdmissionControl, type ResourceClaim, toResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { assertDisksPresent } from '#server/adapters/compute.shared/disk-check.ts'
import { assertInstanceSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { DiskPresence, FolderMount, InstanceRef, InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { DriverConflict, DriverUnavailable, InvalidSpec, MountMissing } from '#server/ports/driver-errors.ts'
import { copyFolder } from './disk/copy-folder.ts'
import { createDisks, createMountPoints, writeRootKeys } from './disk/new-disk.ts'
import { buildFleetHosts } from './fleet.ts'
import type { SimulatedImageStore } from './image-store.ts'
import type { SimulatorSettings } from './settings.ts'
import { advanceState, type InstanceRecord, isHoldingResources, type SimulatedState } from './state.ts'
import type { SimulatedWorld } from './world.ts'

/** The start, stop and remove operations of one instance. The caller holds the instance's lock. */
export class InstanceLifecycle {
  readonly #world: SimulatedWorld
  readonly #settings: SimulatorSettings
  readonly #images: SimulatedImageStore
  readonly #admission = new AdmissionControl()

  constructor(world: SimulatedWorld, settings: SimulatorSettings, images: SimulatedImageStore) {
    this.#world = world
    this.#settings = settings
    this.#images = images
  }

  async start(spec: InstanceSpec): Promise<ObservedInstance> {
    assertInstanceSpec(spec)
    const record = await this.#world.look(spec.id)
    if (record && record.spec.generation > spec.generation) throw new DriverConflict('a newer generation exists')
    if (record && this.#isLost(record)) return this.#world.observed(record)
    if (this.#settings.faults.lost_hosts.has(spec.host)) throw new DriverUnavailable('host does not answer')
    const known = record?.spec.generation === spec.generation
    if (known && record.state.at !== 'stopped') return this.#world.observed(record)
    if (record?.made && record.spec.host !== spec.host) {
      throw new InvalidSpec(`the disks are on host ${record.spec.host}`)
    }
    await assertDisksPresent(spec, () => this.disks(spec))
    await assertMountsPresent(spec.mounts)
    const done = await this.#admission.reserve(toResourceClaim(spec), () => this.#live())
    try {
      const booted =
        known && record.made ? await this.#boot(record, { ...spec, image: record.spec.image }) : await this.#create(spec)
      this.#loseAnswer()
      return this.#world.observed(booted)
    } finally {
      done()
    }
  }

  async stop(ref: InstanceRef, graceSeconds: number): Promise<ObservedInstance> {
    const record = await this.#world.look(ref.id)
    if (!record) return { ref, phase: 'absent', observed_at: this.#settings.clock.now() }
    if (record.spec.generation > ref.generation) throw new DriverConflict('a newer generation exists')
    if (this.#isLost(record)) throw new DriverUnavailable('host does not answer')
    const state = this.#stopped(record.state, graceSeconds * 1000)
    return this.#world.observed(state === record.state ? record : await this.#world.change({ ...record, state }))
  }

  async disks(ref: InstanceRef): Promise<DiskPresence> {
    const record = await this.#world.look(ref.id)
    if (record && this.#isLost(record)) throw new DriverUnavailable('host does not answer')
    return { system: record?.spec.generation === ref.generation, data: await this.#world.store.hasDataDisk(ref.id) }
  }

  /** Removes the instance; does nothing if a newer generation exists. */
  async remove(ref: InstanceRef, keepDataDisk: boolean): Promise<void> {
    const record = await this.#world.look(ref.id)
    if (record && record.spec.generation > ref.generation) return
    if (record && this.#isLost(record)) throw new DriverUnavailable('host does not answer')
    await this.#world.forget(ref.id, keepDataDisk)
  }

  async #create(spec: InstanceSpec): Promise<InstanceRecord> {
    const { pulling_ms: pullingMs, creating_ms: creatingMs, starting_ms: startingMs } = this.#settings.delays
    const fails = this.#images.failureOf(spec.image)
    const pullMs = fails || !this.#images.has(spec.image) ? pullingMs : 0
    const disk = this.#world.disk(spec)
    const saved = fails ? undefined : this.#images.saved.find(spec.image)
    if (saved) await this.#unpack(spec)
    await createDisks(this.#world.folders(spec), disk, spec)
    await createMountPoints(this.#world.folders(spec))
    await writeRootKeys(disk, spec.authorized_keys)
    const state: SimulatedState = {
      at: 'booting',
      since: this.#now(),
      pull_ms: pullMs,
      create_ms: creatingMs,
      start_ms: startingMs,
      ...(fails ? { fails } : {}),
    }
    const record = await this.#world.change({ spec, state, made: false, base: saved?.base ?? spec.image })
    await this.#world.store.dropOtherSystemDisks(spec.id, spec.generation)
    return record
  }

  async #boot(record: InstanceRecord, spec: InstanceSpec): Promise<InstanceRecord> {
    await createMountPoints(this.#world.folders(spec))
    await writeRootKeys(this.#world.disk(spec), spec.authorized_keys)
    const startMs = this.#settings.delays.starting_ms
    const state: SimulatedState = { at: 'booting', since: this.#now(), pull_ms: 0, create_ms: 0, start_ms: startMs }
    return this.#world.change({ ...record, spec, state, made: true })
  }

  /** Unpacks the saved image from scratch, because a creation killed half way leaves a partial disk. */
  async #unpack(spec: InstanceSpec): Promise<void> {
    const { system } = this.#world.folders(spec)
    await rm(system, { recursive: true, force: true })
    await copyFolder(this.#images.saved.folder(spec.image), system)
  }

  #stopped(state: SimulatedState, graceMs: number): SimulatedState {
    const now = this.#now()
    if (state.at === 'stopped') return state
    if (state.at === 'failed') return { at: 'stopped', since: now }
    const usual = Math.max(this.#settings.delays.stopping_ms, this.#settings.faults.slow_stop_ms)
    const takesMs = Math.min(usual, Math.max(0, graceMs))
    if (state.at !== 'stopping') return advanceState({ at: 'stopping', since: now, takes_ms: takesMs }, now)
    const left = state.since + state.takes_ms - now
    return left > takesMs ? advanceState({ ...state, takes_ms: now - state.since + takesMs }, now) : state
  }

  async #live(): Promise<{ hosts: ComputeHost[]; claims: ResourceClaim[] }> {
    const records = [...(await this.#world.store.all()).values()]
    const now = this.#now()
    const claims = records
      .filter(({ state }) => isHoldingResources(advanceState(state, now)))
      .map(({ spec }) => toResourceClaim(spec))
    return { hosts: buildFleetHosts(this.#settings.hosts, this.#settings.faults), claims }
  }

  #isLost(record: InstanceRecord): boolean {
    return this.#settings.faults.lost_hosts.has(record.spec.host)
  }

  #loseAnswer(): void {
    const { faults } = this.#settings
    if (faults.lost_answers <= 0) return
    faults.lost_answers -= 1
    throw new DriverUnavailable('simulated loss of the answer')
  }

  #now(): number {
    return this.#settings.clock.now().getTime()
  }
}

/** Throws `MountMissing` unless every source is a folder on this machine. */
async function assertMountsPresent(mounts: readonly FolderMount[] = []): Promise<void> {
  for (const { source, target } of mounts) {
    const found = await lstat(source).catch(() => undefined)
    if (!found?.isDirectory()) throw new MountMissing(`${target}: ${source} is no folder`)
  }
}
