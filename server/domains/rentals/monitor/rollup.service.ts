import type { Deps } from '#server/deps.ts'
import {
  computeGatherStart,
  floorToStep,
  type MetricsLevel,
  metricsLevels,
  rollups,
} from '#server/domains/rentals/monitor/levels.ts'
import { rollupRepo } from '#server/domains/rentals/monitor/rollup.repo.ts'

type RollupDeps = Pick<Deps, 'database' | 'clock'>

/** Maximum range of one statement, so that catching up after an outage never blocks the database for long. */
const windowMs = 6 * 3_600_000
/** A level is rolled up again after this fraction of its step. */
const regatherShare = 0.1

/** Brings every level up to now: recomputes the last buckets that may have changed, and adds new ones. */
export async function rollUpSamples(deps: RollupDeps): Promise<void> {
  for (const { level, source } of rollups) await rollUpLevel(deps, level, source)
}

async function rollUpLevel({ database, clock }: RollupDeps, level: MetricsLevel, source: MetricsLevel): Promise<void> {
  const repo = rollupRepo(database.kysely)
  const now = clock.now()
  const done = await repo.rolledUntil(level.step_s)
  const ageMs = done ? now.getTime() - done.getTime() : Number.POSITIVE_INFINITY
  if (ageMs >= 0 && ageMs < level.step_s * 1000 * regatherShare) return
  const first = new Date(now.getTime() - source.kept_s * 1000)
  // A mark in the future was written before the clock was set back.
  const from = computeGatherStart(level, !done ? first : done > now ? now : done).getTime()
  const end = floorToStep(now.getTime(), level.step_s) + level.step_s * 1000
  for (let start = from; start < end; start += windowMs) {
    const to = Math.min(start + windowMs, end)
    await database.transaction(async (trx) => {
      const work = rollupRepo(trx)
      await work.gather(level.step_s, source.step_s, new Date(start), new Date(to))
      await work.markRolled(level.step_s, new Date(Math.min(to, now.getTime())))
    })
  }
}

/** Deletes data older than its level keeps, except what the next level still needs. */
export async function deleteOldSamples({ database, clock }: RollupDeps): Promise<void> {
  const repo = rollupRepo(database.kysely)
  const kept = (level: MetricsLevel) => new Date(clock.now().getTime() - level.kept_s * 1000)
  for (const { level, source } of rollups) {
    const done = await repo.rolledUntil(level.step_s)
    if (!done) continue
    const needed = computeGatherStart(level, done)
    const before = needed < kept(source) ? needed : kept(source)
    await (source.step_s === 0 ? repo.forgetSamples(before) : repo.forgetPoints(source.step_s, before))
  }
  const last = metricsLevels.at(-1)!
  await repo.forgetPoints(last.step_s, kept(last))
  await repo.forgetCards(kept(last))
}
