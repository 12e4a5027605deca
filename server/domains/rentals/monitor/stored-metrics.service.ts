import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { metricsLevels } from '#server/domains/rentals/monitor/levels.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'
import type { MetricsSource } from '#server/ports/metrics.ts'

/**
 * Metrics source that reads the platform's own samples and is always available. Each bucket uses the coarsest level that fits.
 */
export const createStoredMetrics = (db: Kysely<DB>): MetricsSource => ({
  read: ({ id }, window) => {
    const level = metricsLevels.filter(({ step_s: stepS }) => stepS <= window.step_seconds).at(-1)!
    return monitorRepo(db).lines(id, level.step_s, window)
  },
})
