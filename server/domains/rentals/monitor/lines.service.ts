import type { Deps } from '#server/deps.ts'
import { storedMetrics } from '#server/domains/rentals/monitor/stored-metrics.service.ts'
import { type MeasuredInstance, type MetricLine, MetricsUnavailable, type MetricsWindow } from '#server/ports/metrics.ts'

const keyOf = ({ metric, card }: MetricLine) => `${metric} ${card}`

/** What an outside source knows, and our own samples for all that it does not know, or while it does not answer. */
export async function linesOf(
  { database, metrics, log }: Deps,
  instance: MeasuredInstance,
  window: MetricsWindow,
): Promise<MetricLine[]> {
  const stored = await storedMetrics(database.kysely).read(instance, window)
  const outside = await metrics?.read(instance, window).catch((error: unknown) => {
    if (!(error instanceof MetricsUnavailable)) throw error
    log.warn({ err: error }, 'the outside source of metrics does not answer; own samples are shown')
    return undefined
  })
  if (!outside) return stored
  const known = new Map(outside.map((line) => [keyOf(line), line]))
  const completed = stored.map((line) => complete(line, known.get(keyOf(line))))
  const own = new Set(stored.map(keyOf))
  return [...completed, ...outside.filter((line) => !own.has(keyOf(line)))]
}

/** A line of our own samples, each bucket replaced by what the outside source knows better. */
function complete(own: MetricLine, outside: MetricLine | undefined): MetricLine {
  if (!outside) return own
  const buckets = new Map([...own.buckets, ...outside.buckets].map((bucket) => [bucket.at, bucket]))
  return { ...own, buckets: [...buckets.values()].sort((a, b) => a.at - b.at) }
}
