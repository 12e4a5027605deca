import { madeUpGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { ComputeHost, UsageSample } from '#server/ports/compute.ts'
import type { Settings } from './docker.ts'
import type { Engine } from './engine.ts'
import type { CardReading } from './nvidia.ts'

interface EngineInfo {
  Name: string
  NCPU: number
  MemTotal: number
  Runtimes?: Record<string, unknown>
}

const mib = 2 ** 20

/** What the one host of this engine has to give. */
export class HostFacts {
  readonly #engine: Engine
  readonly #settings: Settings

  constructor(engine: Engine, settings: Settings) {
    this.#engine = engine
    this.#settings = settings
  }

  async host(signal?: AbortSignal): Promise<ComputeHost> {
    const info = await this.#info(signal)
    const { reserved, virtual_gpus, host_name: name = info.Name } = this.#settings
    const real = (await this.#cards(info)).map(({ uuid, model }) => ({ uuid, model }))
    return {
      name,
      cpu: Math.max(0, info.NCPU - reserved.cpu),
      memory_mb: Math.max(0, Math.floor(info.MemTotal / mib) - reserved.memory_mb),
      gpus: real.length > 0 ? real : madeUpGpus(name, virtual_gpus),
      schedulable: true,
    }
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

  #info(signal?: AbortSignal): Promise<EngineInfo> {
    return this.#engine.call((docker) => docker.info() as Promise<EngineInfo>, signal)
  }
}
