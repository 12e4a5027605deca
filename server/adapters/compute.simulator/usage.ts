import { createHash } from 'node:crypto'
import type { InstanceSpec, UsageSample } from '#server/ports/compute.ts'
import { gpuModel } from './gpu-models.ts'

/** A sample but for the disks, which are measured and not made up. */
export type Load = Omit<UsageSample, 'sys_disk_mb' | 'data_disk_mb'>

const step_ms = 5000
const warm_up_s = 60
/** Bytes a second at full load. */
const full_rates = { net_rx_bytes: 6e6, net_tx_bytes: 2e6, disk_read_bytes: 4e7, disk_write_bytes: 9e6 } as const
/** Share of the full rate that even an idle machine moves. */
const background = 0.0005

/** A number in 0..1 that depends on nothing but its key. */
function dice(...key: (string | number)[]): number {
  return createHash('sha256').update(key.join('/')).digest().readUInt32BE(0) / 2 ** 32
}

/** Average load of an instance in 0..1: some train, some serve, some were forgotten. */
function habit(seed: number, id: string): number {
  const kind = dice(seed, id, 'habit')
  if (kind < 0.2) return 0.01
  return kind < 0.5 ? 0.45 : 0.92
}

/** What the instance would show at `at`; the same inputs give the same numbers. `started_at` in epoch ms. */
export function loadOf(spec: InstanceSpec, seed: number, started_at: number, at: Date): Load {
  const step = Math.floor(at.getTime() / step_ms)
  const up_s = Math.max(0, (at.getTime() - started_at) / 1000)
  const usual = habit(seed, spec.id)
  const load = usual * Math.min(1, up_s / warm_up_s)
  const wobble = (...key: (string | number)[]) => Math.min(1, load * (0.9 + 0.2 * dice(seed, spec.id, step, ...key)))
  return {
    id: spec.id,
    at,
    cpu_percent: round(1 + 70 * wobble('cpu')),
    memory_mb: Math.round(spec.memory_mb * (0.04 + 0.5 * wobble('memory'))),
    ...movedBy(spec.id, seed, usual, up_s),
    gpus: spec.gpu_uuids.map((uuid) => {
      const { vram_mb, idle_w, full_w } = gpuModel(spec.gpu_model)
      const use = wobble(uuid)
      return {
        uuid,
        use_percent: Math.round(100 * use),
        vram_mb: Math.round(vram_mb * 0.95 * Math.min(1, load * 1.05)),
        temperature_c: Math.round(31 + 45 * use),
        power_w: round(idle_w + (full_w - idle_w) * 0.9 * use),
      }
    }),
  }
}

/** Bytes moved in the `up_s` seconds of this run: the integral of a rate that swells and ebbs but stays above 0. */
function movedBy(id: string, seed: number, usual: number, up_s: number): Record<keyof typeof full_rates, number> {
  const busy_s = up_s < warm_up_s ? up_s ** 2 / (2 * warm_up_s) : up_s - warm_up_s / 2
  const moved = (kind: keyof typeof full_rates) => {
    const period_s = 180 + 420 * dice(seed, id, kind, 'period')
    const turns = (2 * Math.PI * busy_s) / period_s
    const swell_s = busy_s + (0.6 * period_s * (1 - Math.cos(turns))) / (2 * Math.PI)
    return Math.floor(full_rates[kind] * (background * up_s + usual * swell_s))
  }
  return {
    net_rx_bytes: moved('net_rx_bytes'),
    net_tx_bytes: moved('net_tx_bytes'),
    disk_read_bytes: moved('disk_read_bytes'),
    disk_write_bytes: moved('disk_write_bytes'),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
