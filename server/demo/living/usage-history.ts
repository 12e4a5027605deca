import { dayMs } from '#contract/day.ts'
import { computeSimulatedLoad } from '#server/adapters/compute.simulator/usage.ts'
import { wholeInstanceCard } from '#server/db/usage-points.ts'
import { storyBegins, storyEnds } from '#server/demo/living/calendar.ts'
import type { RunningInstance } from '#server/demo/living/living.repo.ts'
import type { Stage } from '#server/demo/living/stage.ts'
import type { Deps } from '#server/deps.ts'
import { floorToStep, metricsLevels } from '#server/domains/rentals/monitor/levels.ts'
import { computeUsageRates } from '#server/domains/rentals/monitor/rates.ts'
import { rollupRepo } from '#server/domains/rentals/monitor/rollup.repo.ts'
import { deleteOldSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { type SampleRow, samplesRepo } from '#server/domains/rentals/monitor/samples.repo.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'

const secondMs = 1_000
/** The simulator's own seed, so that the past is what its load would have been. */
const loadSeed = 1
const mbPerGb = 1024
/** A fresh system disk and an empty data disk, in MB. */
const diskUse = { sys_disk_used: 1, data_disk_used: 1 }
const rateWindowMs = 15 * secondMs
const rowsPerInsert = 4_000

/** Computes what the platform would have sampled of a run at `at`: the simulated load is a function of time. */
export function sampleRun({ id, started_at: startedAt, ...run }: RunningInstance, at: Date): SampleRow[] {
  const spec = {
    id,
    memory_mb: run.memory_gb * mbPerGb,
    gpu_uuids: run.cards,
    gpu_model: run.gpu_model,
  } as unknown as InstanceSpec
  const loadAt = (moment: Date) => ({
    ...computeSimulatedLoad(spec, loadSeed, startedAt.getTime(), moment),
    sys_disk_mb: 1,
    data_disk_mb: 1,
  })
  const [before, now] = [loadAt(new Date(at.getTime() - rateWindowMs)), loadAt(at)]
  const key = { instance_id: id, at }
  const { net_rx_bytes, net_tx_bytes, disk_read_bytes, disk_write_bytes } = now
  return [
    {
      ...key,
      ...diskUse,
      card: wholeInstanceCard,
      cpu_use: now.cpu_percent,
      memory_used: now.memory_mb,
      ...computeUsageRates(before, now, startedAt),
      ...{ net_rx_bytes, net_tx_bytes, disk_read_bytes, disk_write_bytes },
    },
    ...now.gpus.map((gpu, card) => ({
      ...key,
      card,
      gpu_use: gpu.use_percent,
      vram_used: gpu.vram_mb,
      gpu_temperature: gpu.temperature_c,
      gpu_power: gpu.power_w,
    })),
  ]
}

/** Older samples are looked at from further away (docs/decisions/017), so they need not be as dense. */
const steps = [
  { younger_than_ms: 30 * 3_600_000, step_ms: 600 * secondMs },
  { younger_than_ms: 5 * dayMs, step_ms: 1_200 * secondMs },
  { younger_than_ms: Number.POSITIVE_INFINITY, step_ms: 3_600 * secondMs },
] as const
const stepOf = (at: number) => steps.find((step) => storyEnds.getTime() - at < step.younger_than_ms)!.step_ms

/** The resolutions which keep what is sampled at `at` until the story ends, and a day longer. */
const listLevelsKept = (at: number) =>
  metricsLevels.filter((level) => level.step_s > 0 && storyEnds.getTime() - at < level.kept_s * 1000 + dayMs)

/** Stores samples in bulk. */
export async function storeSamples({ database }: Pick<Deps, 'database'>, rows: readonly SampleRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await samplesRepo(database.kysely).insert(rows.slice(from, from + rowsPerInsert))
}

/** Collects the samples of the runs of the story, and stores and rolls them up now and then. */
export class UsageHistory {
  readonly #stage: Stage
  #rows: SampleRow[] = []
  #rolled = storyBegins.getTime()
  #seen = new Map<string, { run: RunningInstance; at: Date }>()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Notes that these instances ran in this stretch of time. */
  note(running: readonly RunningInstance[], begun: number, until: number): void {
    if (running.length === 0) return
    const stepMs = stepOf(until)
    for (let at = (Math.floor(begun / stepMs) + 1) * stepMs; at <= until; at += stepMs)
      for (const run of running) {
        if (run.started_at.getTime() > at) continue
        this.#rows.push(...sampleRun(run, new Date(at)))
        this.#seen.set(`${run.id} ${run.started_at.getTime()}`, { run, at: new Date(at) })
      }
  }

  async flush(): Promise<void> {
    const { deps } = this.#stage
    const [rows, seen] = [this.#rows, this.#seen]
    this.#rows = []
    this.#seen = new Map()
    if (rows.length === 0) return
    await storeSamples(deps, rows)
    await samplesRepo(deps.database.kysely).seeCards(
      [...seen.values()].flatMap(({ run: { id, started_at: startedAt, cards }, at }) =>
        cards.map((uuid, card) => ({ instance_id: id, card, started_at: startedAt, uuid, seen_at: at })),
      ),
    )
    await this.#rollUp(deps.clock.now())
    await deleteOldSamples(deps)
  }

  /** The roll-up's own sums, each straight from the samples: of a month ago, only the coarsest is still there. */
  async #rollUp(now: Date): Promise<void> {
    for (const { step_s: stepS } of listLevelsKept(now.getTime()))
      await this.#stage.deps.database.transaction(async (trx) => {
        const work = rollupRepo(trx)
        await work.gather(stepS, 0, new Date(floorToStep(this.#rolled, stepS)), now)
        await work.markRolled(stepS, now)
      })
    this.#rolled = now.getTime()
  }
}
