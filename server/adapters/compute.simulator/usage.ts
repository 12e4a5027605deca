import { createHash } from 'node:crypto'
import type { CardUse, InstanceSpec, UsageSample } from '#server/ports/compute.ts'
import { getGpuModel } from './gpu-models.ts'

/** A simulated card reports everything. */
export type SimulatedCardUse = { [Figure in keyof CardUse]: NonNullable<CardUse[Figure]> }

/** A sample without disk usage, which is measured, not simulated. */
export type SimulatedLoad = Omit<UsageSample, 'sys_disk_mb' | 'data_disk_mb' | 'gpus'> & { gpus: SimulatedCardUse[] }

const stepMs = 5000
const warmUpS = 60
const hourMs = 3_600_000
const dayHours = 24
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

/** When a run began, and how long it has been up. */
interface Run {
  startedAt: number
  upS: number
}

function findHabit(seed: number, id: string): Habit {
  const kind = drawNumber(seed, id, 'habit')
  if (kind < 0.2) return 'idle'
  return kind < 0.5 ? 'serving' : 'training'
}

/** Load at night, and what the busiest hour of a day adds to it. */
const served = { least: 0.03, more: 0.65 } as const
const servedHours = dayHours - servedFromHour

/** Follows the day in Beijing: next to nothing at night, most in the afternoon. */
function computeServingLoad(at: Date): number {
  const hour = ((at.getTime() / hourMs + 8) % dayHours) - servedFromHour
  return served.least + (hour > 0 ? served.more * Math.sin((Math.PI * hour) / servedHours) : 0)
}

/** Integral of the serving load up to a moment, in hours. */
function computeServedHours(atMs: number): number {
  const hours = atMs / hourMs + 8
  const hour = (hours % dayHours) - servedFromHour
  const ofDay = (passed: number) => ((served.more * servedHours) / Math.PI) * (1 - Math.cos((Math.PI * passed) / servedHours))
  return served.least * hours + Math.floor(hours / dayHours) * ofDay(servedHours) + (hour > 0 ? ofDay(hour) : 0)
}

/** The share of an epoch that is spent on the evaluation at its end, and how busy that is. */
const evaluation = { share: 0.1, load: 0.4 } as const

const drawJob = (seed: number, id: string) => ({
  job_ms: hourMs * (3 + 6 * drawNumber(seed, id, 'job')),
  pause_ms: hourMs * (0.6 + 2.4 * drawNumber(seed, id, 'pause')),
})

/** Jobs of some hours with a pause in between; each epoch of a job ends with an evaluation, which keeps cards less busy. */
function computeTrainingLoad(seed: number, id: string, upMs: number): number {
  const { job_ms: jobMs, pause_ms: pauseMs } = drawJob(seed, id)
  const intoJobMs = upMs % (jobMs + pauseMs)
  if (intoJobMs > jobMs) return habits.idle
  const epochs = Math.ceil(jobMs / (hourMs * (0.4 + 0.5 * drawNumber(seed, id, 'epoch'))))
  const intoEpoch = ((intoJobMs / jobMs) * epochs) % 1
  return intoEpoch > 1 - evaluation.share ? evaluation.load : habits.training
}

/** Integral of the training load since the start, in ms; an epoch counts with its mean. */
function computeTrainedMs(seed: number, id: string, upMs: number): number {
  const { job_ms: jobMs, pause_ms: pauseMs } = drawJob(seed, id)
  const [jobs, intoJobMs] = [Math.floor(upMs / (jobMs + pauseMs)), upMs % (jobMs + pauseMs)]
  const mean = habits.training * (1 - evaluation.share) + evaluation.load * evaluation.share
  const ofCycle = (passedMs: number) => mean * Math.min(passedMs, jobMs) + habits.idle * Math.max(0, passedMs - jobMs)
  return jobs * ofCycle(jobMs + pauseMs) + ofCycle(intoJobMs)
}

function computeLoad(habit: Habit, seed: number, id: string, startedAt: number, at: Date): number {
  if (habit === 'idle') return habits.idle
  return habit === 'serving' ? computeServingLoad(at) : computeTrainingLoad(seed, id, at.getTime() - startedAt)
}

/** Integral of the load over the first `upS` seconds of a run, in seconds of full load. */
function computeBusySeconds(habit: Habit, seed: number, id: string, { startedAt, upS }: Run): number {
  // the load grows to its usual height while the machine warms up
  const warmS = upS < warmUpS ? upS ** 2 / (2 * warmUpS) : upS - warmUpS / 2
  if (habit === 'idle') return habits.idle * warmS
  if (habit === 'training') return computeTrainedMs(seed, id, warmS * 1000) / 1000
  return ((computeServedHours(startedAt + warmS * 1000) - computeServedHours(startedAt)) * hourMs) / 1000
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
    ...computeTraffic(spec.id, seed, habit, { startedAt, upS }),
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

/** Lengths of the waves in which data moves, in seconds of full load, each up to twice as long. */
const waveSeconds = [40, 400, 4000] as const
/** How much each wave adds to the usual rate or takes from it; together less than 1, so that a rate stays above 0. */
const waveHeight = 0.3

/** Computes the bytes transferred in the first `upS` seconds of a run: the integral of a rate that follows the load in waves. */
function computeTraffic(id: string, seed: number, habit: Habit, run: Run): Record<keyof typeof fullRates, number> {
  const busyS = computeBusySeconds(habit, seed, id, run)
  const moved = (kind: keyof typeof fullRates) => {
    const swellS = waveSeconds.reduce((sum, seconds) => {
      const lengthS = seconds * (1 + drawNumber(seed, id, kind, seconds))
      const phase = 2 * Math.PI * drawNumber(seed, id, kind, seconds, 'phase')
      const turns = (2 * Math.PI * busyS) / lengthS
      return sum + ((waveHeight * lengthS) / (2 * Math.PI)) * (Math.cos(phase) - Math.cos(turns + phase))
    }, busyS)
    return Math.floor(fullRates[kind] * (idleShare * run.upS + swellS))
  }
  return {
    net_rx_bytes: moved('net_rx_bytes'),
    net_tx_bytes: moved('net_tx_bytes'),
    disk_read_bytes: moved('disk_read_bytes'),
    disk_write_bytes: moved('disk_write_bytes'),
  }
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
