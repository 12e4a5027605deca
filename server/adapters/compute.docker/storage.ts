import type { Clock } from '#server/ports/clock.ts'
import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import { DriverConflict } from '#server/ports/driver-errors.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { LoopDisks } from './loop-disks.ts'
import {
  type ContainerLabels,
  formatBridgeName,
  formatKeptDiskRepository,
  formatNetworkName,
  formatVolumeName,
  isRetiredName,
  labelKeys,
  retiredRepository,
} from './names.ts'
import type { DockerSettings } from './settings.ts'

const notFound = 404
const conflict = 409
const forbidden = 403
const maxRemovalTries = 10
const removalPauseMs = 200

/** Volumes, kept system disks and the network of the instances. */
export class DockerStorage {
  readonly #engine: DockerEngine
  readonly #clock: Clock
  readonly #disk_quota: boolean
  readonly #installation_id: string
  /** Set if data disks are files; undefined if they are folders of the engine. */
  readonly loop_disks: LoopDisks | undefined

  constructor(
    engine: DockerEngine,
    clock: Clock,
    { disk_quota: diskQuota, installation_id: installationId, data_disks_dir: dataDisksDir }: DockerSettings,
  ) {
    this.#engine = engine
    this.#clock = clock
    this.#disk_quota = diskQuota
    this.#installation_id = installationId
    this.loop_disks = dataDisksDir === undefined ? undefined : new LoopDisks(dataDisksDir)
  }

  /** Creates the volume of `/workspace`; an existing one stays unchanged. */
  async ensureVolume(spec: InstanceRef & Pick<InstanceSpec, 'data_disk_gb'>, labels: ContainerLabels = {}): Promise<void> {
    const Name = formatVolumeName(spec)
    if (await this.volumeLabels(Name)) return
    const Labels = { [labelKeys.installation]: spec.installation_id, [labelKeys.id]: spec.id, ...labels }
    const DriverOpts = await this.#newDisk(Name, spec.data_disk_gb)
    await this.#engine.call((docker) => docker.createVolume({ Name, Labels, DriverOpts }))
  }

  /** Returns the options of the local driver: a size limit by quota, a loop disk, or a folder without a limit. */
  async #newDisk(name: string, gb: number): Promise<Record<string, string>> {
    if (gb > 0 && this.loop_disks) {
      await this.loop_disks.open(name, gb)
      return { type: 'none', o: 'bind', device: this.loop_disks.contentOf(name) }
    }
    return gb > 0 && this.#disk_quota ? { size: `${gb}G` } : {}
  }

  /** Opens the data disk before use, because a loop disk is unmounted after a reboot. Grows it if nothing uses it. */
  async openVolume(ref: InstanceRef, gb?: number): Promise<void> {
    if (await this.loop_disks?.has(formatVolumeName(ref))) await this.loop_disks?.open(formatVolumeName(ref), gb)
  }

  /** Prepares the data disk for a boot, after all expected disks were found: recreates a lost loop disk, empty. */
  async readyVolume(spec: InstanceSpec): Promise<void> {
    const name = formatVolumeName(spec)
    if (await this.#isLostFile(name)) await this.loop_disks?.open(name, spec.data_disk_gb)
    else await this.openVolume(spec, spec.data_disk_gb)
  }

  /** True if the data disk exists: its volume and, for a loop disk, its file. */
  async hasDataDisk(ref: InstanceRef): Promise<boolean> {
    const name = formatVolumeName(ref)
    return (await this.volumeLabels(name)) !== undefined && !(await this.#isLostFile(name))
  }

  async #isLostFile(name: string): Promise<boolean> {
    const device = (await this.#inspect(name))?.Options?.device
    return this.loop_disks !== undefined && device === this.loop_disks.contentOf(name) && !(await this.loop_disks.holds(name))
  }

  /** Returns the labels of a volume; undefined if it does not exist. */
  async volumeLabels(name: string): Promise<ContainerLabels | undefined> {
    const found = await this.#inspect(name)
    return found && (found.Labels ?? {})
  }

  #inspect(name: string) {
    return ignoreStatuses(
      [notFound],
      this.#engine.call((docker) => docker.getVolume(name).inspect()),
    )
  }

  /** Notes something about an instance until `unmark`, as an empty volume; one that is there keeps its labels. */
  async mark(name: string, { installation_id: installationId, id, generation }: InstanceRef, labels: ContainerLabels = {}) {
    const own = { [labelKeys.installation]: installationId, [labelKeys.id]: id, [labelKeys.generation]: String(generation) }
    await this.#engine.call((docker) => docker.createVolume({ Name: name, Labels: { ...own, ...labels } }))
  }

  unmark(name: string): Promise<void> {
    return this.#removeVolume(name)
  }

  /** Lists the marks with a label. */
  async listMarked(label: string, signal?: AbortSignal): Promise<ContainerLabels[]> {
    const filters = { label: [`${labelKeys.installation}=${this.#installation_id}`, label] }
    const { Volumes } = await this.#engine.call((docker, abortSignal) => docker.listVolumes({ filters, abortSignal }), signal)
    return (Volumes ?? []).map(({ Labels }) => Labels ?? {})
  }

  /** Returns the folder of the data disk on the engine's host. Throws NotFound without one. */
  async mountpoint(ref: InstanceRef): Promise<string> {
    return this.#engine.call(async (docker) => (await docker.getVolume(formatVolumeName(ref)).inspect()).Mountpoint)
  }

  /** Creates a bridge on which instances cannot reach each other. Its unique name prevents two servers from creating two. */
  async ensureNetwork(): Promise<void> {
    const name = formatNetworkName(this.#installation_id)
    const there = await ignoreStatuses(
      [notFound],
      this.#engine.call((docker) => docker.getNetwork(name).inspect()),
    )
    if (there) return
    const Options = {
      'com.docker.network.bridge.enable_icc': 'false',
      'com.docker.network.bridge.name': formatBridgeName(this.#installation_id),
    }
    await ignoreStatuses(
      [conflict, forbidden],
      this.#engine.call((docker) => docker.createNetwork({ Name: name, Driver: 'bridge', CheckDuplicate: true, Options })),
    )
  }

  /** Deletes the volume; retries, because the engine may hold it briefly after its container is gone. */
  async removeVolume(ref: InstanceRef): Promise<void> {
    await this.#removeVolume(formatVolumeName(ref))
    await this.loop_disks?.remove(formatVolumeName(ref))
  }

  async #removeVolume(name: string): Promise<void> {
    const remove = () =>
      ignoreStatuses(
        [notFound],
        this.#engine.call((docker) => docker.getVolume(name).remove()),
      )
    for (let tries = 1; tries < maxRemovalTries; tries += 1) {
      try {
        return void (await remove())
      } catch (error) {
        if (!(error instanceof DriverConflict)) throw error
        await this.#clock.sleep(removalPauseMs)
      }
    }
    await remove()
  }

  /** Deletes the kept system disks of the instance up to generation `last`. */
  async removeKeptDisks(ref: InstanceRef, last: number): Promise<void> {
    for (const { name, generation } of await this.#keptDisks(ref)) {
      if (generation > last) continue
      await ignoreStatuses(
        [notFound],
        this.#engine.longCall((docker) => docker.getImage(name).remove()),
      )
    }
  }

  /** True if the system disk of a newer generation is kept; it may be the only object of that generation now. */
  async hasNewerDisk(ref: InstanceRef): Promise<boolean> {
    return (await this.#keptDisks(ref)).some(({ generation }) => generation > ref.generation)
  }

  async #keptDisks(ref: InstanceRef): Promise<{ name: string; generation: number }[]> {
    const prefix = `${formatKeptDiskRepository(ref)}:g`
    const names = await this.#imageNames(formatKeptDiskRepository(ref), (name) => name.startsWith(prefix))
    return names.map((name) => ({ name, generation: Number(name.slice(prefix.length)) }))
  }

  /** Deletes the retired images that are no longer in use. */
  async sweepRetired(): Promise<void> {
    const names = await this.#imageNames(`${retiredRepository}/*`, (name) => isRetiredName(this.#installation_id, name))
    for (const tag of names) {
      const removal = this.#engine.longCall((docker) => docker.getImage(tag).remove())
      await ignoreStatuses([notFound], removal).catch((error: unknown) => {
        if (!(error instanceof DriverConflict)) throw error // in use, in the wording of either engine
      })
    }
  }

  /** Lists matching image names. Some engines return all names of an image, so filter again. */
  async #imageNames(reference: string, isAskedFor: (name: string) => boolean): Promise<string[]> {
    const images = await this.#engine.call((docker) => docker.listImages({ filters: { reference: [reference] } }))
    const names = images.flatMap(({ RepoTags }) => RepoTags ?? []).map((name) => name.replace(/^localhost\//, ''))
    return names.filter(isAskedFor)
  }

  /** Deletes an image without a name, such as a kept disk whose name passed to its replacement. */
  async removeNameless(image: string): Promise<void> {
    const info = await ignoreStatuses(
      [notFound],
      this.#engine.call((docker) => docker.getImage(image).inspect()),
    )
    if (!info || (info.RepoTags ?? []).length > 0) return
    await ignoreStatuses(
      [notFound, conflict],
      this.#engine.longCall((docker) => docker.getImage(image).remove()),
    )
  }
}
