import type { Clock } from '#server/ports/clock.ts'
import type { UsageSample } from '#server/ports/compute.ts'
import type { DockerEngine } from './engine.ts'
import type { LoopDisks } from './loop-disks.ts'

type DiskSizes = Pick<UsageSample, 'sys_disk_mb' | 'data_disk_mb'>

/** Response of `GET /system/df`; sizes in bytes, -1 or absent if the engine does not know them. */
interface DiskReport {
  Containers?: { Id: string; SizeRw?: number }[] | null
  Volumes?: { Name: string; UsageData?: { Size?: number } | null }[] | null
}

const mib = 2 ** 20
const minPauseMs = 60_000
/** The engine measures by walking all files, so measuring takes at most 1/20 of the time. */
const pauseFactor = 20

/** Disk usage. Measuring is slow, so a sample returns the engine's last figures; a loop disk is read directly. */
export class DiskUsage {
  readonly #engine: DockerEngine
  readonly #clock: Clock
  readonly #loop_disks: LoopDisks | undefined
  #system = new Map<string, number>()
  #data = new Map<string, number>()
  #next = 0
  #under_way = false

  constructor(engine: DockerEngine, clock: Clock, loopDisks: LoopDisks | undefined) {
    this.#engine = engine
    this.#clock = clock
    this.#loop_disks = loopDisks
  }

  async of(container: string, volume: string): Promise<DiskSizes> {
    if (!this.#under_way && this.#clock.now().getTime() >= this.#next) void this.#measure()
    const inFile = await this.#loop_disks?.usedMb(volume).catch(() => undefined)
    return { sys_disk_mb: this.#system.get(container) ?? null, data_disk_mb: inFile ?? this.#data.get(volume) ?? null }
  }

  /** Measures all disks. After a failure the last figures stay, and the next attempt follows after the pause. */
  async #measure(): Promise<void> {
    this.#under_way = true
    const begun = this.#clock.now().getTime()
    try {
      const { Containers, Volumes } = await this.#engine.longCall((docker) => docker.df() as Promise<DiskReport>)
      this.#system = toSizeMap((Containers ?? []).map(({ Id, SizeRw }) => [Id, SizeRw]))
      this.#data = toSizeMap((Volumes ?? []).map(({ Name, UsageData }) => [Name, UsageData?.Size]))
    } catch {
      // other calls report that the engine is failing
    } finally {
      const ended = this.#clock.now().getTime()
      this.#next = ended + Math.max(minPauseMs, (ended - begun) * pauseFactor)
      this.#under_way = false
    }
  }
}

/** Converts sizes to MiB, at least 1. */
const toSizeMap = (rows: readonly (readonly [string, number | undefined])[]): Map<string, number> =>
  new Map(
    rows.flatMap(([name, bytes]) => (bytes === undefined || bytes < 0 ? [] : [[name, Math.max(1, Math.ceil(bytes / mib))]])),
  )
