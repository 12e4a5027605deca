import type { HostIsolation } from '#contract/operator/hosts.ts'
import { madeUpGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { UsageSample } from '#server/ports/compute.ts'
import type { ComputeHost, HostGpu } from '#server/ports/compute-host.ts'
import type { Settings } from './docker.ts'
import type { Engine } from './engine.ts'
import type { HostCheck } from './host-check.ts'
import type { CardReading } from './nvidia.ts'

interface EngineInfo {
  Name: string
  NCPU: number
  MemTotal: number
  Runtimes?: Record<string, unknown>
  SecurityOptions?: string[]
}

const mib = 2 ** 20

/** What the one host of this engine has to give. */
export class HostFacts {
  readonly #engine: Engine
  readonly #settings: Settings
  readonly #check: Pick<HostCheck, 'problem'>

  constructor(engine: Engine, settings: Settings, check: Pick<HostCheck, 'problem'>) {
    this.#engine = engine
    this.#settings = settings
    this.#check = check
  }

  async host(signal?: AbortSignal): Promise<ComputeHost> {
    const info = await this.#info(signal)
    const { reserved, host_name: name = info.Name, host_check } = this.#settings
    const problem = await this.#check.problem()
    return {
      name,
      cpu: Math.max(0, info.NCPU - reserved.cpu),
      memory_mb: Math.max(0, Math.floor(info.MemTotal / mib) - reserved.memory_mb),
      gpus: await this.#gpus(info),
      schedulable: problem === undefined,
      ...(problem !== undefined && { problem }),
      isolation: [...(host_check === 'required' && problem === undefined ? ['checked' as const] : []), ...isolationOf(info)],
    }
  }

  /** Asks nothing of the host but its cards. */
  async gpus(): Promise<HostGpu[]> {
    return this.#gpus(await this.#info())
  }

  /** Whether cards are real devices; pretended ones are never passed to a container. */
  async hasRealGpus(): Promise<boolean> {
    return (await this.#cards(await this.#info())).length > 0
  }

  /** Load of the real cards, by uuid. */
  async gpuLoad(): Promise<Map<string, UsageSample['gpus'][number]>> {
    const cards = await this.#cards(await this.#info())
    return new Map(cards.map(({ model: _, ...load }) => [load.uuid, load]))
  }

  /** Without the NVIDIA runtime a device request fails, or with Podman is silently ignored: then there are no cards. */
  #cards({ Runtimes }: EngineInfo): Promise<CardReading[]> {
    const usable = Runtimes !== undefined && Object.hasOwn(Runtimes, 'nvidia') && this.#settings.virtual_gpus.length === 0
    return usable ? this.#settings.read_cards() : Promise.resolve([])
  }

  async #gpus(info: EngineInfo): Promise<HostGpu[]> {
    const real = (await this.#cards(info)).map(({ uuid, model }) => ({ uuid, model }))
    return real.length > 0 ? real : madeUpGpus(this.#settings.host_name ?? info.Name, this.#settings.virtual_gpus)
  }

  #info(signal?: AbortSignal): Promise<EngineInfo> {
    return this.#engine.call((docker) => docker.info() as Promise<EngineInfo>, signal)
  }
}

/** What the engine says of itself, as `name=userns` or `userns`. */
function isolationOf({ SecurityOptions = [] }: Pick<EngineInfo, 'SecurityOptions'>): HostIsolation[] {
  const named = SecurityOptions.map((option) => /(?:^|name=)(\w+)/.exec(option)?.[1])
  return (['userns', 'rootless'] as const).filter((name) => named.includes(name))
}
