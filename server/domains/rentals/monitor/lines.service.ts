import type { Deps } from '#server/deps.ts'
import { createStoredMetrics } from '#server/domains/rentals/monitor/stored-metrics.service.ts'
import { type MeasuredInstance, type MetricSeries, MetricsUnavailable, type MetricsWindow } from '#server/ports/metrics.ts'

const toLineKey = ({ metric, card }: MetricSeries) => `${metric} ${card}`

/**
 * Loads the lines of the external metrics source; our own samples fill what it does not have, or replace it while it does not
 * answer.
 */
export async function loadMetricLines(
  { database, metrics, log }: Deps,
  instance: MeasuredInstance,
  window: MetricsWindow,
): Promise<MetricSeries[]> {
  const stored = await createStoredMetrics(database.kysely).read(instance, window)
  const outside = await metrics?.read(instance, window).catch((error: unknown) => {
    if (!(error instanceof MetricsUnavailable)) throw error
    log.warn({ err: error }, 'the outside source of metrics does not answer; own samples are shown')
    return undefined
  })
  if (!outside) return stored
  const known = new Map(outside.map((line) => [toLineKey(line), line]))
  const completed = stored.map((line) => mergeLines(line, known.get(toLineKey(line))))
  const own = new Set(stored.map(toLineKey))
  return [...completed, ...outside.filter((line) => !own.has(toLineKey(line)))]
}

/** Merges a line of our own samples with the external one; external buckets win. */
function mergeLines(own: MetricSeries, outside: MetricSeries | undefined): MetricSeries {
  if (!outside) return own
  const buckets = new Map([...own.buckets, ...outside.buckets].map((bucket) => [bucket.at, bucket]))
  return { ...own, buckets: [...buckets.values()].sort((a, b) => a.at - b.at) }
}
