import { instanceStatusCodes } from '#contract/instance-actions.ts'
import {
  type MetricName,
  type Monitor,
  type MonitorSeries,
  metricNames,
  metrics,
  monitorSampleSeconds,
} from '#contract/monitor.ts'
import { wholeInstanceCard } from '#server/db/usage-points.ts'
import type { InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { computeEngineSize, toMeasuredInstance } from '#server/domains/rentals/instances/usage.service.ts'
import { chooseMetricsLevel, computeMetricsWindow, listBucketTimes } from '#server/domains/rentals/monitor/buckets.ts'
import { listChartEvents } from '#server/domains/rentals/monitor/chart-events.service.ts'
import { type ChartQuery, parseChartTime } from '#server/domains/rentals/monitor/chart-window.ts'
import { loadMetricLines } from '#server/domains/rentals/monitor/lines.service.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'
import type { Context } from '#server/http/context.ts'
import type { MetricBucket, MetricSeries } from '#server/ports/metrics.ts'

const mibPerGib = 1024
/** An older sample does not describe the current state. */
const currentMaxAgeMs = 4 * monitorSampleSeconds * 1000

const capacities: Partial<Record<MetricName, (row: InstanceView) => number>> = {
  gpu_use: () => 100,
  vram_used: ({ vram_gb: vramGb }) => vramGb * mibPerGib,
  cpu_use: () => 100,
  memory_used: (row) => computeEngineSize(row).memory_gb * mibPerGib,
  sys_disk_used: ({ sys_disk_gb: sysDiskGb }) => sysDiskGb * mibPerGib,
  data_disk_used: ({ data_disk_gb: dataDiskGb }) => dataDiskGb * mibPerGib,
}

/** Returns the charts of an own instance (product §4): at most 300 points per line, peaks kept, gaps left open. */
export async function getMonitor(ctx: Context, id: string, query: ChartQuery): Promise<Monitor> {
  const { deps } = ctx
  const now = deps.clock.now()
  const row = await getOwnInstance(ctx, id)
  const { from, to } = parseChartTime(query, row, now)
  const window = computeMetricsWindow(from, to, chooseMetricsLevel(from, to, now))
  const repo = monitorRepo(deps.database.kysely)
  const running = row.status === instanceStatusCodes.running
  const spells = await repo.spells(id, window.from, window.to)
  // Cards of the current run still belong to the instance, whenever they were last sampled.
  const goesOn = (from: Date) => running && from.getTime() === row.started_at?.getTime()
  const cards = spells.map((spell) => (goesOn(spell.from) ? { ...spell, to: window.to } : spell))
  const lines = await loadMetricLines(deps, { ...toMeasuredInstance(deps, row), cards }, window)
  const newest = running ? await repo.newest(id, new Date(now.getTime() - currentMaxAgeMs)) : []
  const current = (metric: MetricName, card: number | null) =>
    newest.find((sample) => sample.card === (card ?? wholeInstanceCard))?.[metric] ?? null
  const times = listBucketTimes(window)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_seconds: window.step_seconds,
    times: times.map((at) => new Date(at).toISOString()),
    series: fillMissingLines(row, lines).map(({ metric, card, buckets }) => ({
      metric,
      card,
      capacity: capacities[metric]?.(row) ?? null,
      current: roundValue(current(metric, card)),
      ...computeSummary(buckets),
      points: toPoints(buckets, times),
    })),
    events: await listChartEvents(deps.database.kysely, id, from, to),
    ever_sampled: lines.some(({ buckets }) => buckets.length > 0) || (await repo.everSampled(id)),
    simulated: row.simulated,
  }
}

/** Adds an empty line for every metric and every past or present card without samples. */
function fillMissingLines({ gpu_num: gpuNum }: InstanceView, lines: readonly MetricSeries[]): MetricSeries[] {
  const count = Math.max(gpuNum, ...lines.map(({ card }) => (card ?? -1) + 1))
  const places = (metric: MetricName) => (metrics[metric].per === 'card' ? Array.from({ length: count }, (_, i) => i) : [null])
  return metricNames.flatMap((metric) =>
    places(metric).map(
      (card) => lines.find((line) => line.metric === metric && line.card === card) ?? { metric, card, buckets: [] },
    ),
  )
}

/** Rounds to three decimals, more than any chart shows. */
const roundValue = <T extends number | null>(value: T): T => (value === null ? value : Math.round(value * 1000) / 1000) as T

function computeSummary(buckets: readonly MetricBucket[]): Pick<MonitorSeries, 'min' | 'avg' | 'max'> {
  const n = buckets.reduce((sum, bucket) => sum + bucket.n, 0)
  if (n === 0) return { min: null, avg: null, max: null }
  return {
    min: roundValue(Math.min(...buckets.map(({ min }) => min))),
    avg: roundValue(buckets.reduce((sum, bucket) => sum + bucket.avg * bucket.n, 0) / n),
    max: roundValue(Math.max(...buckets.map(({ max }) => max))),
  }
}

function toPoints(buckets: readonly MetricBucket[], times: readonly number[]): MonitorSeries['points'] {
  const at = new Map(buckets.map((bucket) => [bucket.at, bucket]))
  const column = (figure: 'min' | 'avg' | 'max') => times.map((time) => roundValue(at.get(time)?.[figure] ?? null))
  return { min: column('min'), avg: column('avg'), max: column('max') }
}
