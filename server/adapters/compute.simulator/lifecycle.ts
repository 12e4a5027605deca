import { rm } from 'node:fs/promises'
import { Admission, type Claim, claimOf } from '#server/adapters/compute.shared/admission.ts'
import { checkDisks } from '#server/adapters/compute.shared/disk-check.ts'
import { checkMounts } from '#server/adapters/compute.shared/mount-check.ts'
import { checkSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { Disks, InstanceSpec, Observed, Ref } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { DriverConflict, DriverUnavailable, InvalidSpec } from '#server/ports/driver-errors.ts'
import { copyFolder } from './disk/copy-folder.ts'
import { makeDisks, makeMountPoints, writeKeys } from './disk/new-disk.ts'
import { fleetHosts } from './fleet.ts'
import type { ImageShelf } from './image-store.ts'
import type { Settings } from './settings.ts'
import { holds, type InstanceRecord, type State, settle } from './state.ts'
import type { World } from './world.ts'

/** What the three verbs do to one instance. Callers hold the instance's turn. */
export class Lifecycle {
  readonly #world: World
  readonly #settings: Settings
  readonly #images: ImageShelf
  readonly #admission = new Admission()

  constructor(world: World, settings: Settings, images: ImageShelf) {
    this.#world = world
    this.#settings = settings
    this.#images = images
  }

  async start(spec: InstanceSpec): Promise<Observed> {
    checkSpec(spec)
    const record = await this.#world.look(spec.id)
    if (record && record.spec.generation > spec.generation) throw new DriverConflict('a newer generation exists')
    if (record && this.#isLost(record)) return this.#world.observed(record)
    const known = record?.spec.generation === spec.generation
    if (known && record.state.at !== 'stopped') return this.#world.observed(record)
    if (record?.made && record.spec.host !== spec.host) {
      throw new InvalidSpec(`the disks are on host ${record.spec.host}`)
    }
    await checkDisks(spec, () => this.disks(spec))
    await checkMounts(spec.mounts)
    const done = await this.#admission.reserve(claimOf(spec), () => this.#live())
    try {
      const booted =
        known && record.made ? await this.#boot(record, { ...spec, image: record.spec.image }) : await this.#create(spec)
      this.#loseAnswer()
      return this.#world.observed(booted)
    } finally {
      done()
    }
  }

  async stop(ref: Ref, grace_seconds: number): Promise<Observed> {
    const record = await this.#world.look(ref.id)
    if (!record) return { ref, phase: 'absent', observed_at: this.#settings.clock.now() }
    if (record.spec.generation > ref.generation) throw new DriverConflict('a newer generation exists')
    if (this.#isLost(record)) throw new DriverUnavailable('host does not answer')
    const state = this.#stopped(record.state, grace_seconds * 1000)
    return this.#world.observed(state === record.state ? record : await this.#world.change({ ...record, state }))
  }

  async disks(ref: Ref): Promise<Disks> {
    const record = await this.#world.look(ref.id)
    if (record && this.#isLost(record)) throw new DriverUnavailable('host does not answer')
    return { system: record?.spec.generation === ref.generation, data: await this.#world.store.hasDataDisk(ref.id) }
  }

  /** A newer generation keeps its object and the disks. */
  async remove(ref: Ref, keep_data_disk: boolean): Promise<void> {
    const record = await this.#world.look(ref.id)
    if (record && record.spec.generation > ref.generation) return
    if (record && this.#isLost(record)) throw new DriverUnavailable('host does not answer')
    await this.#world.forget(ref.id, keep_data_disk)
  }

  async #create(spec: InstanceSpec): Promise<InstanceRecord> {
    const { pulling_ms, creating_ms, starting_ms } = this.#settings.delays
    const fails = this.#images.failureOf(spec.image)
    const pull_ms = fails || !this.#images.has(spec.image) ? pulling_ms : 0
    const disk = this.#world.disk(spec)
    const saved = fails ? undefined : this.#images.saved.find(spec.image)
    if (saved) await this.#unpack(spec)
    await makeDisks(this.#world.folders(spec), disk, spec)
    await makeMountPoints(this.#world.folders(spec))
    await writeKeys(disk, spec.authorized_keys)
    const state: State = {
      at: 'booting',
      since: this.#now(),
      pull_ms,
      create_ms: creating_ms,
      start_ms: starting_ms,
      ...(fails ? { fails } : {}),
    }
    const record = await this.#world.change({ spec, state, made: false, base: saved?.base ?? spec.image })
    await this.#world.store.dropOtherSystemDisks(spec.id, spec.generation)
    return record
  }

  async #boot(record: InstanceRecord, spec: InstanceSpec): Promise<InstanceRecord> {
    await makeMountPoints(this.#world.folders(spec))
    await writeKeys(this.#world.disk(spec), spec.authorized_keys)
    const start_ms = this.#settings.delays.starting_ms
    const state: State = { at: 'booting', since: this.#now(), pull_ms: 0, create_ms: 0, start_ms }
    return this.#world.change({ ...record, spec, state, made: true })
  }

  /** Anew each time: a creation killed in between left half of it. */
  async #unpack(spec: InstanceSpec): Promise<void> {
    const { system } = this.#world.folders(spec)
    await rm(system, { recursive: true, force: true })
    await copyFolder(this.#images.saved.folder(spec.image), system)
  }

  #stopped(state: State, grace_ms: number): State {
    const now = this.#now()
    if (state.at === 'stopped') return state
    if (state.at === 'failed') return { at: 'stopped', since: now }
    const usual = Math.max(this.#settings.delays.stopping_ms, this.#settings.faults.slow_stop_ms)
    const takes_ms = Math.min(usual, Math.max(0, grace_ms))
    if (state.at !== 'stopping') return settle({ at: 'stopping', since: now, takes_ms }, now)
    const left = state.since + state.takes_ms - now
    return left > takes_ms ? settle({ ...state, takes_ms: now - state.since + takes_ms }, now) : state
  }

  async #live(): Promise<{ hosts: ComputeHost[]; claims: Claim[] }> {
    const records = [...(await this.#world.store.all()).values()]
    const now = this.#now()
    const claims = records.filter(({ state }) => holds(settle(state, now))).map(({ spec }) => claimOf(spec))
    return { hosts: fleetHosts(this.#settings.hosts, this.#settings.faults), claims }
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
