import { rename, rm } from 'node:fs/promises'
import { isExcludedFromSnapshot } from '#server/adapters/compute.shared/snapshot-exclusions.ts'
import {
  assertImageCopy,
  assertInstanceRef,
  assertInstanceSpec,
  isImageReference,
} from '#server/adapters/compute.shared/spec-check.ts'
import type { KeyedMutex } from '#server/lib/concurrency.ts'
import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import {
  DriverConflict,
  DriverError,
  DriverUnavailable,
  ImageNotFound,
  InstanceNotFound,
  InvalidSpec,
} from '#server/ports/driver-errors.ts'
import { copyFolder } from './disk/copy-folder.ts'
import { measureDiskUse } from './disk/disk-quota.ts'
import type { SimulatedImageStore } from './image-store.ts'
import type { SimulatorSettings } from './settings.ts'
import type { InstanceRecord } from './state.ts'
import { waitInSteps } from './wait-in-steps.ts'
import type { SimulatedWorld } from './world.ts'

type ReportProgress = (percent: number) => void
const mib = 2 ** 20

/** Operations that copy or move a disk. The simulated time passes first; the lock is then held only for the real transfer. */
export class DiskTransfers {
  readonly #world: SimulatedWorld
  readonly #settings: SimulatorSettings
  readonly #images: SimulatedImageStore
  readonly #turns: KeyedMutex
  readonly #closing: AbortSignal

  constructor(
    world: SimulatedWorld,
    settings: SimulatorSettings,
    images: SimulatedImageStore,
    turns: KeyedMutex,
    closing: AbortSignal,
  ) {
    this.#world = world
    this.#settings = settings
    this.#images = images
    this.#turns = turns
    this.#closing = closing
  }

  async snapshot(ref: InstanceRef, target: string, onProgress: ReportProgress): Promise<{ size_mb: number }> {
    assertInstanceRef(ref)
    if (!isImageReference(target)) throw new InvalidSpec('image reference is malformed')
    if (this.#settings.images?.includes(target)) throw new InvalidSpec(`image ${target} is of the catalogue`)
    const source = `${ref.installation_id}/${ref.id}.g${ref.generation}`
    return this.#turns.run(`image ${target}`, async () => {
      const known = this.#images.saved.find(target)
      const there = known?.removed ? undefined : known
      if (there && there.source !== source) throw new InvalidSpec(`image ${target} exists already`)
      if (!there) {
        this.#savable(await this.#get(ref))
        await this.#pass(onProgress)
        await this.#turns.run(ref.id, () => this.#save(ref, target, source))
      }
      onProgress(100)
      return { size_mb: this.#images.saved.find(target)!.size_mb }
    })
  }

  async copyImage(source: string, target: string): Promise<void> {
    assertImageCopy(source, target)
    const { saved } = this.#images
    // Lock in a fixed order, so that two copies in opposite directions do not deadlock.
    const [first, second] = [source, target].sort()
    await this.#turns.run(`image ${first}`, () =>
      this.#turns.run(`image ${second}`, async () => {
        const of = saved.find(source)
        if (!of && this.#settings.images?.includes(source)) throw new InvalidSpec(`image ${source} is of the catalogue`)
        if (!of || of.removed) throw new ImageNotFound(`no saved image ${source}`)
        const there = saved.find(target)
        if (this.#settings.images?.includes(target) || (there && !there.removed && there.copy_of !== source)) {
          throw new InvalidSpec(`image ${target} exists already`)
        }
        if (there && !there.removed) return
        await this.#durably(() =>
          saved.save({ ...of, image: target, copy_of: source }, async (folder) => {
            await this.#copy(saved.folder(source), folder)
            this.#breakOff()
          }),
        )
      }),
    )
  }

  async removeImage(image: string): Promise<void> {
    await this.#turns.run(`image ${image}`, async () => {
      const saved = this.#images.saved.find(image)
      if (saved && !saved.removed) await this.#images.saved.remove(saved)
      else if (!saved && this.#settings.images?.includes(image)) throw new InvalidSpec(`image ${image} is of the catalogue`)
    })
  }

  /** All hosts have the same images. */
  async shareImage(image: string): Promise<void> {
    const saved = this.#images.saved.find(image)
    if (!saved || saved.removed) throw new ImageNotFound(`no saved image ${image}`)
  }

  async relocate(ref: InstanceRef, host: string, onProgress: ReportProgress): Promise<void> {
    assertInstanceRef(ref)
    const before = await this.#get(ref)
    if (before.spec.host !== host) {
      this.#movable(before, host)
      await this.#pass(onProgress)
      await this.#turns.run(ref.id, async () => {
        const record = await this.#look(ref)
        this.#movable(record, host)
        this.#breakOff()
        await this.#world.say(ref.id, [`磁盘已从主机 ${record.spec.host} 迁移到 ${host}（模拟）`])
        await this.#world.change({ ...record, spec: { ...record.spec, host, gpu_uuids: [] } })
      })
    }
    onProgress(100)
  }

  async copyDataDisk(from: InstanceRef, to: InstanceSpec, onProgress: ReportProgress): Promise<void> {
    assertInstanceRef(from)
    assertInstanceSpec(to)
    if (from.id === to.id) throw new InvalidSpec('a disk cannot be copied onto itself')
    this.#hostOf(to.host)
    const { store } = this.#world
    if ((await store.copiedFrom(to.id)) !== from.id) {
      const source = this.#stopped(await this.#get(from))
      await this.#pass(onProgress)
      await this.#turns.run(to.id, async () => {
        if ((await store.all()).has(to.id)) throw new DriverConflict('the instance was started before')
        const fresh = `${store.dataDisk(to.id)}.new`
        await this.#copy(store.dataDisk(from.id), fresh)
        this.#breakOff()
        const after = (await store.all()).get(from.id)
        if (after?.state.at !== 'stopped' || after.state.since !== source.state.since) {
          throw new DriverConflict('the source was started meanwhile')
        }
        await this.#durably(async () => {
          await rm(store.dataDisk(to.id), { recursive: true, force: true })
          await rename(fresh, store.dataDisk(to.id))
          await store.putCopied(to.id, from.id)
        })
      })
    }
    onProgress(100)
  }

  async #save(ref: InstanceRef, target: string, source: string): Promise<void> {
    const record = this.#savable(await this.#look(ref))
    const { system } = this.#world.folders(record.spec)
    await this.#durably(async () => {
      const base = record.base ?? record.spec.image
      // The disk holds only what was written since the base, but an image is both.
      const sizeMb = Math.ceil((this.#images.sizeOf(base) + (await measureDiskUse(system)).bytes) / mib)
      const entry = { image: target, base, source, size_mb: sizeMb }
      await this.#images.saved.save(entry, async (folder) => {
        await this.#copy(system, folder, isExcludedFromSnapshot)
        this.#breakOff()
      })
    })
    await this.#world.say(ref.id, [`系统盘已保存为镜像 ${target}`])
  }

  async #copy(from: string, to: string, leaveOut?: (path: string) => boolean): Promise<void> {
    await this.#durably(async () => {
      await rm(to, { recursive: true, force: true })
      await copyFolder(from, to, leaveOut)
    })
  }

  #savable(record: InstanceRecord): InstanceRecord {
    const { at } = record.state
    if (at === 'running' || (at === 'stopped' && record.made)) return record
    throw new DriverConflict(`a disk is not saved while its instance is ${at}`)
  }

  #stopped(record: InstanceRecord): InstanceRecord {
    if (record.state.at !== 'stopped') throw new DriverConflict('instance is not stopped')
    return record
  }

  #movable(record: InstanceRecord, host: string): void {
    this.#hostOf(host)
    this.#stopped(record)
  }

  #hostOf(name: string): void {
    if (!this.#settings.hosts.some((host) => host.name === name)) throw new InvalidSpec(`host ${name} does not exist`)
    if (this.#settings.faults.lost_hosts.has(name)) throw new DriverUnavailable('host does not answer')
  }

  #get(ref: InstanceRef): Promise<InstanceRecord> {
    return this.#turns.run(ref.id, () => this.#look(ref))
  }

  async #look(ref: InstanceRef): Promise<InstanceRecord> {
    const record = await this.#world.look(ref.id)
    if (record?.spec.generation !== ref.generation) throw new InstanceNotFound(`no instance ${ref.id}`)
    if (this.#settings.faults.lost_hosts.has(record.spec.host)) throw new DriverUnavailable('host does not answer')
    return record
  }

  async #pass(onProgress: ReportProgress): Promise<void> {
    onProgress(0)
    await waitInSteps(this.#settings.clock, this.#settings.delays.copying_ms, onProgress, this.#closing)
  }

  #breakOff(): void {
    const { faults } = this.#settings
    if (faults.interrupted_copies <= 0) return
    faults.interrupted_copies -= 1
    throw new DriverUnavailable('simulated interruption')
  }

  async #durably(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (error instanceof DriverError) throw error
      throw new DriverUnavailable('simulator state cannot be written', { cause: error })
    })
  }
}
