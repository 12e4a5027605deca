import { type Monitor, type MonitorEvent, type MonitorSeries, metricNames, metrics } from '#contract/monitor.ts'

const stepSeconds = 60
const begin = Date.UTC(2026, 10, 21, 6, 0)
export const toMinuteTime = (count: number): string => new Date(begin + count * stepSeconds * 1000).toISOString()

export interface MonitorShape {
  cards?: number
  /** Buckets. */
  length?: number
  /** The mean of a bucket; null is a gap. */
  value?: (metric: MonitorSeries['metric'], index: number, card: number | null) => number | null
  events?: MonitorEvent[]
  change?: Partial<Monitor>
}

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

/** An answer of the monitor: a line for every metric, its least one below and its greatest five above the mean. */
export function buildMonitor({
  cards = 1,
  length = 20,
  value = (_, index) => 40 + index,
  events = [],
  change,
}: MonitorShape = {}): Monitor {
  const indices = Array.from({ length }, (_, index) => index)
  const seriesOf = (metric: MonitorSeries['metric'], card: number | null): MonitorSeries => {
    const avg = indices.map((index) => value(metric, index, card))
    const seen = known(avg)
    const some = seen.length > 0
    return {
      metric,
      card,
      capacity: metrics[metric].unit === '%' ? 100 : metrics[metric].unit === 'MiB' ? 24 * 1024 : null,
      current: seen.at(-1) ?? null,
      min: some ? Math.min(...seen) - 1 : null,
      avg: some ? seen.reduce((sum, one) => sum + one, 0) / seen.length : null,
      max: some ? Math.max(...seen) + 5 : null,
      points: { avg, min: avg.map((one) => one && one - 1), max: avg.map((one) => one && one + 5) },
    }
  }
  const places = (metric: MonitorSeries['metric']) =>
    metrics[metric].per === 'card' ? Array.from({ length: cards }, (_, card) => card) : [null]
  return {
    from: toMinuteTime(0),
    to: toMinuteTime(length),
    step_seconds: stepSeconds,
    times: indices.map(toMinuteTime),
    series: metricNames.flatMap((metric) => places(metric).map((card) => seriesOf(metric, card))),
    events,
    ever_sampled: true,
    simulated: false,
    ...change,
  }
}
