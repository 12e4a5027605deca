import { status_codes } from '#contract/instance-actions.ts'
import { type MetricName, type Monitor, type MonitorSeries, metric_names, metrics, sample_seconds } from '#contract/monitor.ts'
import { whole_instance } from '#server/db/usage-points.ts'
import type { InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { measuredAs, sizeOnEngine } from '#server/domains/rentals/instances/usage.service.ts'
import { levelFor, timesOf, windowFor } from '#server/domains/rentals/monitor/buckets.ts'
import { chartEvents } from '#server/domains/rentals/monitor/chart-events.service.ts'
import { type ChartQuery, chartTime } from '#server/domains/rentals/monitor/chart-window.ts'
import { linesOf } from '#server/domains/rentals/monitor/lines.service.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'
import type { Context } from '#server/http/context.ts'
import type { MetricBucket, MetricLine } from '#server/ports/metrics.ts'

const mib = 1024
/** A sample older than this says nothing about now. */
const current_ms = 4 * sample_seconds * 1000

const capacities: Partial<Record<MetricName, (row: InstanceView) => number>> = {
  gpu_use: () => 100,
  vram_used: ({ vram_gb }) => vram_gb * mib,
  cpu_use: () => 100,
  memory_used: (row) => sizeOnEngine(row).memory_gb * mib,
  sys_disk_used: ({ sys_disk_gb }) => sys_disk_gb * mib,
  data_disk_used: ({ data_disk_gb }) => data_disk_gb * mib,
}

/** The charts of an own instance (product §4): each line in 300 points at most, peaks kept, gaps left open. */
export async function readMonitor(ctx: Context, id: string, query: ChartQuery): Promise<Monitor> {
  const { deps } = ctx
  const now = deps.clock.now()
  const row = await ownInstance(ctx, id)
  const { from, to } = chartTime(query, now)
  const window = windowFor(from, to, levelFor(from, to, now))
  const repo = monitorRepo(deps.database.kysely)
  const running = row.status === status_codes.running
  const spells = await repo.spells(id, window.from, window.to)
  // The cards of the run that goes on are its own still, whenever they were looked at last.
  const goes_on = (from: Date) => running && from.getTime() === row.started_at?.getTime()
  const cards = spells.map((spell) => (goes_on(spell.from) ? { ...spell, to: window.to } : spell))
  const lines = await linesOf(deps, { ...measuredAs(deps, row), cards }, window)
  const newest = running ? await repo.newest(id, new Date(now.getTime() - current_ms)) : []
  const current = (metric: MetricName, card: number | null) =>
    newest.find((sample) => sample.card === (card ?? whole_instance))?.[metric] ?? null
  const times = timesOf(window)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_seconds: window.step_seconds,
    times: times.map((at) => new Date(at).toISOString()),
    series: slotsOf(row, lines).map(({ metric, card, buckets }) => ({
      metric,
      card,
      capacity: capacities[metric]?.(row) ?? null,
      current: rounded(current(metric, card)),
      ...summaryOf(buckets),
      points: pointsOf(buckets, times),
    })),
    events: await chartEvents(deps.database.kysely, id, from, to),
    ever_sampled: lines.some(({ buckets }) => buckets.length > 0) || (await repo.everSampled(id)),
    simulated: row.simulated,
  }
}

/** A line for every metric and every card there is or was, though nothing was seen of it. */
function slotsOf({ gpu_num }: InstanceView, lines: readonly MetricLine[]): MetricLine[] {
  const count = Math.max(gpu_num, ...lines.map(({ card }) => (card ?? -1) + 1))
  const places = (metric: MetricName) => (metrics[metric].per === 'card' ? Array.from({ length: count }, (_, i) => i) : [null])
  return metric_names.flatMap((metric) =>
    places(metric).map(
      (card) => lines.find((line) => line.metric === metric && line.card === card) ?? { metric, card, buckets: [] },
    ),
  )
}

/** Three decimals are more than any chart shows. */
const rounded = <T extends number | null>(value: T): T => (value === null ? value : Math.round(value * 1000) / 1000) as T

function summaryOf(buckets: readonly MetricBucket[]): Pick<MonitorSeries, 'min' | 'avg' | 'max'> {
  const n = buckets.reduce((sum, bucket) => sum + bucket.n, 0)
  if (n === 0) return { min: null, avg: null, max: null }
  return {
    min: rounded(Math.min(...buckets.map(({ min }) => min))),
    avg: rounded(buckets.reduce((sum, bucket) => sum + bucket.avg * bucket.n, 0) / n),
    max: rounded(Math.max(...buckets.map(({ max }) => max))),
  }
}

function pointsOf(buckets: readonly MetricBucket[], times: readonly number[]): MonitorSeries['points'] {
  const at = new Map(buckets.map((bucket) => [bucket.at, bucket]))
  const column = (figure: 'min' | 'avg' | 'max') => times.map((time) => rounded(at.get(time)?.[figure] ?? null))
  return { min: column('min'), avg: column('avg'), max: column('max') }
}
