import { join } from 'node:path'
import type { HostIsolation } from '#contract/operator/hosts.ts'
import type { CardReading, CardSupport } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { CardUse } from '#server/ports/compute.ts'
import type { ComputeHost, HostCapabilities, HostGpu, HostReport } from '#server/ports/compute-host.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { DockerEngine } from './engine.ts'
import type { HostCheck } from './host-check.ts'
import type { HostProbe } from './host-probe.ts'
import type { HostReading } from './host-reading.ts'
import type { LoopDisks } from './loop-disks.ts'
import type { DockerSettings } from './settings.ts'

/** What an engine tells of itself and its host. */
export interface EngineInfo {
  Name: string
  ServerVersion: string
  OperatingSystem: string
  KernelVersion: string
  SystemTime: string
  DockerRootDir: string
  DefaultRuntime: string
  NCPU: number
  MemTotal: number
  Runtimes?: Record<string, unknown>
  SecurityOptions?: string[]
  Driver?: string
  DriverStatus?: [name: string, value: string][]
}

const mib = 2 ** 20
/** Files of lxcfs that a container runtime can mount over its own. */
const lxcfsFileNames = ['cpuinfo', 'diskstats', 'loadavg', 'meminfo', 'stat', 'swaps', 'uptime']

/** Resources and properties of the engine's only host. */
export class HostFacts {
  readonly #engine: DockerEngine
  readonly #settings: DockerSettings
  readonly #check: Pick<HostCheck, 'problem'>
  readonly #probe: Pick<HostProbe, 'look' | 'findMissingFolders'>
  readonly #loop_disks: LoopDisks | undefined
  #mounts_files = true

  constructor(
    engine: DockerEngine,
    settings: DockerSettings,
    check: Pick<HostCheck, 'problem'>,
    probe: Pick<HostProbe, 'look' | 'findMissingFolders'>,
    loopDisks?: LoopDisks,
  ) {
    this.#engine = engine
    this.#settings = settings
    this.#check = check
    this.#probe = probe
    this.#loop_disks = loopDisks
  }

  async host(signal?: AbortSignal): Promise<ComputeHost> {
    return this.#describe(await this.#info(signal))
  }

  /** Describes the host or, if its engine answers but the host tells nothing, says why. */
  async report(signal?: AbortSignal): Promise<HostReport> {
    const info = await this.#info(signal)
    const host = this.#settings.host_name ?? info.Name
    try {
      return { host, facts: await this.#describe(info) }
    } catch (error) {
      if (!(error instanceof DriverUnavailable)) throw error
      return { host, problem: error.message }
    }
  }

  async #describe(info: EngineInfo): Promise<ComputeHost> {
    const { reserved, host_name: name = info.Name } = this.#settings
    const { reading, problem: silence } = await this.#look(info)
    const gpus = this.#gpus(info, reading)
    const problem =
      describeUnfitEngine(info, this.#settings) ??
      silence ??
      describeMisplacedDisks(this.#settings) ??
      (await this.#loop_disks?.problem()) ??
      (await this.#check.problem())
    return {
      name,
      cpu: Math.max(0, info.NCPU - reserved.cpu),
      memory_mb: Math.max(0, Math.floor(info.MemTotal / mib) - reserved.memory_mb),
      gpus,
      schedulable: problem === undefined,
      ...(problem !== undefined && { problem }),
      isolation: this.#isolation(info, reading, problem),
      capabilities: this.#capabilities(gpus, await this.#mountsFiles()),
      // Nobody may be charged for a simulated card.
      simulated: this.#settings.virtual_gpus.length > 0,
    }
  }

  async name(signal?: AbortSignal): Promise<string> {
    return this.#settings.host_name ?? (await this.#info(signal)).Name
  }

  /** Returns whether the host has the platform's folders, as it last told. */
  async #mountsFiles(): Promise<boolean> {
    const { shared_folders: folders } = this.#settings
    if (folders.length === 0) return true
    try {
      this.#mounts_files = (await this.#probe.findMissingFolders(folders)).length === 0
    } catch (error) {
      if (!(error instanceof DriverUnavailable)) throw error
    }
    return this.#mounts_files
  }

  #capabilities(gpus: readonly HostGpu[], mountsFiles: boolean): HostCapabilities {
    const { disk_quota: diskQuota, data_disks_dir: dataDisksDir, registry } = this.#settings
    return {
      keeps_system_disk: true,
      saves_images: true,
      moves_disks: true,
      shares_images: registry !== undefined,
      mounts_files: mountsFiles,
      measures_disks: true,
      limits_system_disk: diskQuota,
      limits_data_disk: diskQuota || dataDisksDir !== undefined,
      cards: gpus.length > 0 ? 'uuid' : 'none',
    }
  }

  #isolation(info: EngineInfo, { lxcfs }: HostReading, problem: string | undefined): HostIsolation[] {
    const { host_check: hostCheck, runtime } = this.#settings
    const known: [HostIsolation, boolean][] = [
      ['checked', hostCheck === 'required' && problem === undefined],
      ['userns', hasSecurityOption(info, 'userns')],
      ['rootless', hasSecurityOption(info, 'rootless')],
      ['gvisor', runtime?.startsWith('runsc') ?? false],
      ['lxcfs', lxcfs.length > 0],
    ]
    return known.flatMap(([name, holds]) => (holds ? name : []))
  }

  /** Returns the number of cores of the host, including reserved ones. */
  async cores(): Promise<number> {
    return (await this.#info()).NCPU
  }

  /** Lists the files that show a container its own limits; empty if lxcfs does not run. */
  async lxcfsFiles(): Promise<string[]> {
    const { reading } = await this.#look(await this.#info())
    const folder = join(this.#settings.lxcfs_dir, 'proc')
    return lxcfsFileNames.filter((name) => reading.lxcfs.includes(name)).map((name) => join(folder, name))
  }

  /** Returns the real cards; simulated ones are never passed to a container. */
  async cards(): Promise<CardReading[]> {
    const info = await this.#info()
    return this.#usableCards(info, (await this.#look(info)).reading)
  }

  /** Returns which of the real cards have these UUIDs, and what there is to give them to a container with. */
  async granted(uuids: readonly string[]): Promise<{ cards: CardReading[]; support: CardSupport }> {
    const info = await this.#info()
    const { reading } = await this.#look(info)
    const cards = this.#usableCards(info, reading).filter(({ uuid }) => uuids.includes(uuid))
    return { cards, support: { runtimes: Object.keys(info.Runtimes ?? {}), files: reading.driver_files } }
  }

  /** Returns the load of the real cards by UUID; empty if the host does not tell now. */
  async gpuLoad(): Promise<Map<string, CardUse>> {
    const info = await this.#info()
    const told = await this.#look(info, true).catch((error: unknown) => {
      if (error instanceof DriverUnavailable) return undefined
      throw error
    })
    const cards = told && told.problem === undefined ? this.#usableCards(info, told.reading) : []
    return new Map(
      cards.map(({ uuid, use_percent, vram_mb, temperature_c, power_w }) => [
        uuid,
        { uuid, use_percent, vram_mb, temperature_c, power_w },
      ]),
    )
  }

  /** On a machine of one's own (`skipped`), a host that cannot be asked still runs instances, without cards. */
  async #look({ Name, DockerRootDir }: EngineInfo, fresh = false): Promise<{ reading: HostReading; problem?: string }> {
    const host = { name: this.#settings.host_name ?? Name, engine_folder: DockerRootDir }
    try {
      return await this.#probe.look(host, { fresh })
    } catch (error) {
      if (this.#settings.host_check === 'skipped') return { reading: { cards: [], driver_files: [], lxcfs: [] } }
      throw error
    }
  }

  /** NVIDIA cards need its runtime: device requests fail without it, or are silently ignored by Podman. */
  #usableCards({ Runtimes = {} }: EngineInfo, { cards }: HostReading): CardReading[] {
    if (this.#settings.virtual_gpus.length > 0) return []
    return cards.filter(({ vendor }) => vendor !== 'nvidia' || Object.hasOwn(Runtimes, 'nvidia'))
  }

  #gpus(info: EngineInfo, reading: HostReading): HostGpu[] {
    const real = this.#usableCards(info, reading)
    if (real.length === 0) return buildVirtualGpus(this.#settings.host_name ?? info.Name, this.#settings.virtual_gpus)
    return real.map(({ uuid, model, vendor, health, health_may_pass: mayPass }) => ({
      ...{ uuid, model, vendor },
      ...(health !== undefined && { health }),
      ...(mayPass && { health_may_pass: mayPass }),
    }))
  }

  #info(signal?: AbortSignal): Promise<EngineInfo> {
    return this.#engine.call((docker) => docker.info() as Promise<EngineInfo>, signal)
  }
}

/** Disks in files are made by this process, so they lie on this machine. */
export const describeMisplacedDisks = ({ access, data_disks_dir: dir }: Pick<DockerSettings, 'access' | 'data_disks_dir'>) =>
  dir !== undefined && access.by !== 'unix' ? 'DATA_DISKS_DIR 只能用在与平台同一台机器的引擎上' : undefined

/** Checks the engine's security options, reported as `name=userns` or `userns`. */
const hasSecurityOption = ({ SecurityOptions = [] }: Pick<EngineInfo, 'SecurityOptions'>, wanted: string): boolean =>
  SecurityOptions.some((option) => /(?:^|name=)(\w+)/.exec(option)?.[1] === wanted)

/** Returns which configured feature the engine lacks, for operators. */
export function describeUnfitEngine(
  { Runtimes = {}, Driver = '', DriverStatus = [] }: Pick<EngineInfo, 'Runtimes' | 'Driver' | 'DriverStatus'>,
  { runtime, disk_quota: diskQuota }: Pick<DockerSettings, 'runtime' | 'disk_quota'>,
): string | undefined {
  if (runtime !== undefined && !Object.hasOwn(Runtimes, runtime)) {
    return `引擎没有运行时 ${runtime}（DOCKER_RUNTIME），它有 ${Object.keys(Runtimes).sort().join('、')}`
  }
  const below = DriverStatus.find(([name]) => name === 'Backing Filesystem')?.[1] ?? '未知'
  const canLimit = ['btrfs', 'zfs'].includes(Driver) || (Driver === 'overlay2' && below === 'xfs')
  if (diskQuota && !canLimit) {
    return `引擎的存储不能限制磁盘（DOCKER_DISK_QUOTA）：需要以 pquota 挂载的 xfs 上的 overlay2，现在是 ${below} 上的 ${Driver}`
  }
  return undefined
}
