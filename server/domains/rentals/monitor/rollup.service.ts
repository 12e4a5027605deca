import type { Deps } from '#server/deps.ts'
import { floorTo, gatheredFrom, type Level, levels, rollups } from '#server/domains/rentals/monitor/levels.ts'
import { rollupRepo } from '#server/domains/rentals/monitor/rollup.repo.ts'

type Stored = Pick<Deps, 'database' | 'clock'>

/** What one statement gathers at most, so that catching up after an outage never holds the database for long. */
const window_ms = 6 * 3_600_000
/** A level is gathered again when this part of its step has passed. */
const freshness = 0.1

/** Brings every level up to now: what was gathered last and may have changed since, and all that came after. */
export async function rollUp(deps: Stored): Promise<void> {
  for (const { level, source } of rollups) await rollUpLevel(deps, level, source)
}

async function rollUpLevel({ database, clock }: Stored, level: Level, source: Level): Promise<void> {
  const repo = rollupRepo(database.kysely)
  const now = clock.now()
  const done = await repo.rolledUntil(level.step_s)
  const age_ms = done ? now.getTime() - done.getTime() : Number.POSITIVE_INFINITY
  if (age_ms >= 0 && age_ms < level.step_s * 1000 * freshness) return
  const first = new Date(now.getTime() - source.kept_s * 1000)
  // A mark ahead of now was left by a clock that has jumped back.
  const from = gatheredFrom(level, !done ? first : done > now ? now : done).getTime()
  const end = floorTo(now.getTime(), level.step_s) + level.step_s * 1000
  for (let start = from; start < end; start += window_ms) {
    const to = Math.min(start + window_ms, end)
    await database.transaction(async (trx) => {
      const work = rollupRepo(trx)
      await work.gather(level.step_s, source.step_s, new Date(start), new Date(to))
      await work.markRolled(level.step_s, new Date(Math.min(to, now.getTime())))
    })
  }
}

/** Drops what is older than its level keeps, but nothing that the next level still has to be made of. */
export async function forgetOldSamples({ database, clock }: Stored): Promise<void> {
  const repo = rollupRepo(database.kysely)
  const kept = (level: Level) => new Date(clock.now().getTime() - level.kept_s * 1000)
  for (const { level, source } of rollups) {
    const done = await repo.rolledUntil(level.step_s)
    if (!done) continue
    const needed = gatheredFrom(level, done)
    const before = needed < kept(source) ? needed : kept(source)
    await (source.step_s === 0 ? repo.forgetSamples(before) : repo.forgetPoints(source.step_s, before))
  }
  const last = levels.at(-1)!
  await repo.forgetPoints(last.step_s, kept(last))
  await repo.forgetCards(kept(last))
}
