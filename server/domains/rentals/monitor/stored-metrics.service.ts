import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { levels } from '#server/domains/rentals/monitor/levels.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'
import type { Metrics } from '#server/ports/metrics.ts'

/** What the platform itself has sampled: the source that is always there. Each bucket is made of the coarsest figures that fit into it. */
export const storedMetrics = (db: Kysely<DB>): Metrics => ({
  read: ({ id }, window) => {
    const level = levels.filter(({ step_s }) => step_s <= window.step_seconds).at(-1)!
    return monitorRepo(db).lines(id, level.step_s, window)
  },
})
