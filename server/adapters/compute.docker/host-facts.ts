import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostIsolation } from '#contract/operator/hosts.ts'
import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { UsageSample } from '#server/ports/compute.ts'
import type { ComputeHost, HostCapabilities, HostGpu } from '#server/ports/compute-host.ts'
import type { DockerEngine } from './engine.ts'
import type { HostCheck } from './host-check.ts'
import type { LoopDisks } from './loop-disks.ts'
import type { CardReading } from './nvidia.ts'
import type { DockerSettings } from './settings.ts'

interface EngineInfo {
  Name: string
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
  readonly #loop_disks: LoopDisks | undefined

  constructor(engine: DockerEngine, settings: DockerSettings, check: Pick<HostCheck, 'problem'>, loopDisks?: LoopDisks) {
    this.#engine = engine
    this.#settings = settings
    this.#check = check
    this.#loop_disks = loopDisks
  }

  async host(signal?: AbortSignal): Promise<ComputeHost> {
    const info = await this.#info(signal)
    const { reserved, host_name: name = info.Name } = this.#settings
    const gpus = await this.#gpus(info)
    const problem =
      describeUnfitEngine(info, this.#settings) ?? (await this.#loop_disks?.problem()) ?? (await this.#check.problem())
    return {
      name,
      cpu: Math.max(0, info.NCPU - reserved.cpu),
      memory_mb: Math.max(0, Math.floor(info.MemTotal / mib) - reserved.memory_mb),
      gpus,
      schedulable: problem === undefined,
      ...(problem !== undefined && { problem }),
      isolation: await this.#isolation(info, problem),
      capabilities: this.#capabilities(gpus),
      // Nobody may be charged for a simulated card.
      simulated: this.#settings.virtual_gpus.length > 0,
    }
  }

  async name(signal?: AbortSignal): Promise<string> {
    return this.#settings.host_name ?? (await this.#info(signal)).Name
  }

  #capabilities(gpus: readonly HostGpu[]): HostCapabilities {
    const { disk_quota: diskQuota, data_disks_dir: dataDisksDir } = this.#settings
    return {
      keeps_system_disk: true,
      saves_images: true,
      moves_disks: false,
      limits_system_disk: diskQuota,
      limits_data_disk: diskQuota || dataDisksDir !== undefined,
      cards: gpus.length > 0 ? 'uuid' : 'none',
    }
  }

  async #isolation(info: EngineInfo, problem: string | undefined): Promise<HostIsolation[]> {
    const { host_check: hostCheck, runtime } = this.#settings
    const known: [HostIsolation, boolean][] = [
      ['checked', hostCheck === 'required' && problem === undefined],
      ['userns', hasSecurityOption(info, 'userns')],
      ['rootless', hasSecurityOption(info, 'rootless')],
      ['gvisor', runtime?.startsWith('runsc') ?? false],
      ['lxcfs', (await this.lxcfsFiles()).length > 0],
    ]
    return known.flatMap(([name, holds]) => (holds ? name : []))
  }

  /** Returns the number of cores of the host, including reserved ones. */
  async cores(): Promise<number> {
    return (await this.#info()).NCPU
  }

  /** Lists the files that show a container its own limits; empty if lxcfs does not run. */
  async lxcfsFiles(): Promise<string[]> {
    const folder = join(this.#settings.lxcfs_dir, 'proc')
    const found = await readdir(folder).catch((): string[] => [])
    return lxcfsFileNames.filter((name) => found.includes(name)).map((name) => join(folder, name))
  }

  /** True if the cards are real devices; simulated ones are never passed to a container. */
  async hasRealGpus(): Promise<boolean> {
    return (await this.#cards(await this.#info())).length > 0
  }

  /** Returns the load of the real cards by UUID. */
  async gpuLoad(): Promise<Map<string, UsageSample['gpus'][number]>> {
    const cards = await this.#cards(await this.#info())
    return new Map(cards.map(({ model: _, ...load }) => [load.uuid, load]))
  }

  /** Reads the cards; none without the NVIDIA runtime, because device requests fail then, or are silently ignored by Podman. */
  #cards({ Runtimes }: EngineInfo): Promise<CardReading[]> {
    const usable = Runtimes !== undefined && Object.hasOwn(Runtimes, 'nvidia') && this.#settings.virtual_gpus.length === 0
    return usable ? this.#settings.read_cards() : Promise.resolve([])
  }

  async #gpus(info: EngineInfo): Promise<HostGpu[]> {
    const real = (await this.#cards(info)).map(({ uuid, model }) => ({ uuid, model }))
    return real.length > 0 ? real : buildVirtualGpus(this.#settings.host_name ?? info.Name, this.#settings.virtual_gpus)
  }

  #info(signal?: AbortSignal): Promise<EngineInfo> {
    return this.#engine.call((docker) => docker.info() as Promise<EngineInfo>, signal)
  }
}

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
