import { createHash } from 'node:crypto'
import type { InstanceSpec, UsageSample } from '#server/ports/compute.ts'
import { getGpuModel } from './gpu-models.ts'

/** A sample without disk usage, which is measured, not simulated. */
export type SimulatedLoad = Omit<UsageSample, 'sys_disk_mb' | 'data_disk_mb'>

const stepMs = 5000
const warmUpS = 60
const hourMs = 3_600_000
/** When the first people come whom an instance serves. */
const servedFromHour = 7
/** Bytes per second at full load. */
const fullRates = { net_rx_bytes: 6e6, net_tx_bytes: 2e6, disk_read_bytes: 4e7, disk_write_bytes: 9e6 } as const
/** Share of the full rate that even an idle machine transfers. */
const idleShare = 0.0005

/** Returns a pseudorandom number in 0..1 that depends only on its key. */
function drawNumber(...key: (string | number)[]): number {
  return createHash('sha256').update(key.join('/')).digest().readUInt32BE(0) / 2 ** 32
}

/** What an instance is used for, with its average load: some stand idle, some serve people, some train one job after the other. */
const habits = { idle: 0.01, serving: 0.45, training: 0.92 } as const
type Habit = keyof typeof habits

function findHabit(seed: number, id: string): Habit {
  const kind = drawNumber(seed, id, 'habit')
  if (kind < 0.2) return 'idle'
  return kind < 0.5 ? 'serving' : 'training'
}

/** Follows the day in Beijing: next to nothing at night, most in the afternoon. */
function computeServingLoad(at: Date): number {
  const hour = ((at.getTime() / hourMs + 8) % 24) - servedFromHour
  return 0.03 + (hour > 0 ? 0.65 * Math.sin((Math.PI * hour) / (24 - servedFromHour)) : 0)
}

/** Jobs of some hours with a pause in between; each epoch of a job ends with an evaluation, which keeps cards less busy. */
function computeTrainingLoad(seed: number, id: string, upMs: number): number {
  const [jobMs, pauseMs] = [hourMs * (3 + 6 * drawNumber(seed, id, 'job')), hourMs * (0.6 + 2.4 * drawNumber(seed, id, 'pause'))]
  const intoJobMs = upMs % (jobMs + pauseMs)
  if (intoJobMs > jobMs) return habits.idle
  const epochs = Math.ceil(jobMs / (hourMs * (0.4 + 0.5 * drawNumber(seed, id, 'epoch'))))
  const intoEpoch = ((intoJobMs / jobMs) * epochs) % 1
  return intoEpoch > 0.9 ? 0.4 : habits.training
}

function computeLoad(habit: Habit, seed: number, id: string, startedAt: number, at: Date): number {
  if (habit === 'idle') return habits.idle
  return habit === 'serving' ? computeServingLoad(at) : computeTrainingLoad(seed, id, at.getTime() - startedAt)
}

/** Computes the sample at `at`; the same inputs give the same numbers. `startedAt` in epoch ms. */
export function computeSimulatedLoad(spec: InstanceSpec, seed: number, startedAt: number, at: Date): SimulatedLoad {
  const step = Math.floor(at.getTime() / stepMs)
  const upS = Math.max(0, (at.getTime() - startedAt) / 1000)
  const habit = findHabit(seed, spec.id)
  const load = computeLoad(habit, seed, spec.id, startedAt, at) * Math.min(1, upS / warmUpS)
  const wobble = (...key: (string | number)[]) => Math.min(1, load * (0.9 + 0.2 * drawNumber(seed, spec.id, step, ...key)))
  return {
    id: spec.id,
    at,
    cpu_percent: roundToTenth(1 + 70 * wobble('cpu')),
    memory_mb: Math.round(spec.memory_mb * (0.04 + 0.5 * wobble('memory'))),
    ...computeTraffic(spec.id, seed, habits[habit], upS),
    gpus: spec.gpu_uuids.map((uuid) => {
      const { vram_mb: vramMb, idle_w: idleW, full_w: fullW } = getGpuModel(spec.gpu_model)
      const use = wobble(uuid)
      return {
        uuid,
        use_percent: Math.round(100 * use),
        vram_mb: Math.round(vramMb * 0.95 * Math.min(1, load * 1.05)),
        temperature_c: Math.round(31 + 45 * use),
        power_w: roundToTenth(idleW + (fullW - idleW) * 0.9 * use),
      }
    }),
  }
}

/** Computes the bytes transferred in `upS` seconds of this run: the integral of an oscillating rate that stays above 0. */
function computeTraffic(id: string, seed: number, usual: number, upS: number): Record<keyof typeof fullRates, number> {
  const busyS = upS < warmUpS ? upS ** 2 / (2 * warmUpS) : upS - warmUpS / 2
  const moved = (kind: keyof typeof fullRates) => {
    const periodS = 180 + 420 * drawNumber(seed, id, kind, 'period')
    const turns = (2 * Math.PI * busyS) / periodS
    const swellS = busyS + (0.6 * periodS * (1 - Math.cos(turns))) / (2 * Math.PI)
    return Math.floor(fullRates[kind] * (idleShare * upS + usual * swellS))
  }
  return {
    net_rx_bytes: moved('net_rx_bytes'),
    net_tx_bytes: moved('net_tx_bytes'),
    disk_read_bytes: moved('disk_read_bytes'),
    disk_write_bytes: moved('disk_write_bytes'),
  }
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
