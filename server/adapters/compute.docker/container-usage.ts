import type { ContainerStats } from 'dockerode'
import type { Clock } from '#server/ports/clock.ts'
import type { UsageSample } from '#server/ports/compute.ts'
import { DiskUsage } from './disk-usage.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import type { HostFacts } from './host-facts.ts'
import { type ContainerLabels, formatVolumeName, labelKeys, parseLabelGpus, parseLabelRef } from './names.ts'

export interface RunningContainer {
  container: string
  labels: ContainerLabels
}

interface Reading {
  /** CPU time used so far, in ns. */
  cpu_ns: number
  memory_bytes: number
  traffic: Traffic
  at: Date
}
type Traffic = Pick<UsageSample, 'net_rx_bytes' | 'net_tx_bytes' | 'disk_read_bytes' | 'disk_write_bytes'>

const notFound = 404
const firstGapMs = 250
const mib = 2 ** 20

/** Measures CPU use between two of our own readings, because Podman does not return the previous one. */
export class ContainerUsage {
  readonly #engine: DockerEngine
  readonly #clock: Clock
  readonly #facts: HostFacts
  readonly #disks: DiskUsage
  #before = new Map<string, Reading>()

  constructor({ engine, clock, facts, storage }: Pick<DockerDriverContext, 'engine' | 'clock' | 'facts' | 'storage'>) {
    this.#engine = engine
    this.#clock = clock
    this.#facts = facts
    this.#disks = new DiskUsage(engine, clock, storage.loop_disks)
  }

  async samples(running: readonly RunningContainer[]): Promise<UsageSample[]> {
    const fresh = running.filter(({ container }) => !this.#before.has(container))
    if (fresh.length > 0) {
      await readEach(fresh, async ({ container }) => this.#remember(container, await this.#read(container)))
      await this.#clock.sleep(firstGapMs)
    }
    const load = running.some(({ labels }) => parseLabelGpus(labels).length > 0) ? await this.#facts.gpuLoad() : new Map()
    const samples = await readEach(running, async ({ container, labels }) => {
      const [before, now] = [this.#before.get(container), await this.#read(container)]
      this.#remember(container, now)
      if (!before || !now) return []
      const gpus = parseLabelGpus(labels).flatMap((uuid) => load.get(uuid) ?? [])
      const id = labels[labelKeys.id] ?? ''
      const ref = parseLabelRef(labels)
      const disks = await this.#disks.of(container, ref ? formatVolumeName(ref) : '')
      return [
        { id, at: now.at, ...computeRates(before, now, Number(labels[labelKeys.cpu]) || 1), ...now.traffic, ...disks, gpus },
      ]
    })
    return samples.flat()
  }

  /** Drops the readings of containers that no longer exist. */
  keepOnly(containers: ReadonlySet<string>): void {
    for (const container of this.#before.keys()) if (!containers.has(container)) this.#before.delete(container)
  }

  #remember(container: string, reading: Reading | undefined): void {
    if (reading) this.#before.set(container, reading)
    else this.#before.delete(container)
  }

  async #read(container: string): Promise<Reading | undefined> {
    const stats = await ignoreStatuses(
      [notFound],
      this.#engine.call((docker) => docker.getContainer(container).stats({ stream: false, 'one-shot': true })),
    )
    if (!stats) return undefined
    const { total_usage: cpuNs } = stats.cpu_stats.cpu_usage
    return { cpu_ns: cpuNs, memory_bytes: computeMemory(stats), traffic: computeTraffic(stats), at: this.#clock.now() }
  }
}

/** Reads all containers and skips those the engine cannot read. Throws only if it can read none. */
async function readEach<T>(
  containers: readonly RunningContainer[],
  work: (container: RunningContainer) => Promise<T>,
): Promise<T[]> {
  const results = await Promise.allSettled(containers.map(work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && results.every(({ status }) => status === 'rejected')) throw failed.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** Computes memory without reclaimable file cache, like `docker stats`. */
function computeMemory({ memory_stats: memoryStats }: ContainerStats): number {
  const details = (memoryStats.stats ?? {}) as unknown as Record<string, number | undefined>
  const reclaimable = details.total_inactive_file ?? details.inactive_file ?? 0
  return Math.max(0, (memoryStats.usage ?? 0) - reclaimable)
}

interface BlockCount {
  op: string
  value: number
}

/** Sums all networks, because each engine names them differently. Missing figures give null, not 0. */
function computeTraffic({ networks, blkio_stats: blkioStats }: ContainerStats): Traffic {
  const cards = Object.values(networks ?? {})
  const blocks = (blkioStats?.io_service_bytes_recursive ?? []) as BlockCount[]
  const moved = (kind: string) => {
    const counts = blocks.filter(({ op }) => op.toLowerCase() === kind)
    return counts.length > 0 ? counts.reduce((sum, { value }) => sum + value, 0) : null
  }
  return {
    net_rx_bytes: cards.length > 0 ? cards.reduce((sum, { rx_bytes: rxBytes }) => sum + rxBytes, 0) : null,
    net_tx_bytes: cards.length > 0 ? cards.reduce((sum, { tx_bytes: txBytes }) => sum + txBytes, 0) : null,
    disk_read_bytes: moved('read'),
    disk_write_bytes: moved('write'),
  }
}

function computeRates(before: Reading, now: Reading, cores: number): Pick<UsageSample, 'cpu_percent' | 'memory_mb'> {
  const passedNs = Math.max(1, now.at.getTime() - before.at.getTime()) * 1e6
  const share = Math.max(0, now.cpu_ns - before.cpu_ns) / passedNs / cores
  return { cpu_percent: Math.min(100, Math.round(share * 1000) / 10), memory_mb: Math.round(now.memory_bytes / mib) }
}
