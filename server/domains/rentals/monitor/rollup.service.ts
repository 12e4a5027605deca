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

/** What one statement gathers at most, so that catching up after an outage never holds the database for long. */
const windowMs = 6 * 3_600_000
/** A level is gathered again when this part of its step has passed. */
const regatherShare = 0.1

/** Brings every level up to now: what was gathered last and may have changed since, and all that came after. */
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
  // A mark ahead of now was left by a clock that has jumped back.
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

/** Drops what is older than its level keeps, but nothing that the next level still has to be made of. */
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
