import type { Monitor } from '#contract/monitor.ts'
import { computeKnownMax, computeKnownMean, computeKnownMin } from './known-values.ts'
import type { ChartLine } from './panels.ts'

/** Height of a chart in px, that of `.chart` in the styles. */
export const chartHeight = 148

/** One bucket of a panel: the mean of each line, with its minimum and maximum as a band. Null is a gap. */
export interface ChartRow {
  at: number
  avg: (number | null)[]
  band: ([number, number] | null)[]
}

/** Buckets of a chart, and the length of each. */
export interface ChartBuckets {
  rows: ChartRow[]
  step_seconds: number
}

export const parseChartTimes = (data: Monitor): number[] => data.times.map((at) => Date.parse(at))

export const buildChartRows = (times: readonly number[], lines: readonly ChartLine[]): ChartRow[] =>
  times.map((at, index) => ({
    at,
    avg: lines.map(({ series }) => series.points.avg[index] ?? null),
    band: lines.map(({ series: { points } }) => {
      const [min, max] = [points.min[index] ?? null, points.max[index] ?? null]
      return min === null || max === null ? null : [min, max]
    }),
  }))

/** Replaces the figures of the whole time by those of one bucket. */
export const readChartRow = (lines: readonly ChartLine[], { avg, band }: ChartRow): ChartLine[] =>
  lines.map((line, index) => {
    const [mean, [min, max]] = [avg[index] ?? null, band[index] ?? [null, null]]
    return { ...line, series: { ...line.series, current: mean, min, avg: mean, max } }
  })

/** Puts the mean of the displayed time in place of the latest value, which is not of a time that is past. */
export const readPastLines = (lines: readonly ChartLine[]): ChartLine[] =>
  lines.map((line) => ({ ...line, series: { ...line.series, current: line.series.avg } }))

/** The narrowest chart has about three pixels for each of these. */
const maxRows = 125
/** Over days the line shows how busy parts of a day are; work and pauses within them would make a comb of it. */
const days = { seconds: 3 * 86_400, part_seconds: 2 * 3600 }

/** Merges rows into one, line by line: the mean of the means, the extremes of the bands; a gap only where all are gaps. */
function mergeChartRows(rows: readonly ChartRow[]): ChartRow {
  const { at, avg } = rows[0]!
  const merge = (line: number): [number, number] | null => {
    const min = computeKnownMin(rows.map(({ band }) => band[line]?.[0]))
    const max = computeKnownMax(rows.map(({ band }) => band[line]?.[1]))
    return min === null || max === null ? null : [min, max]
  }
  return {
    at,
    avg: avg.map((_, line) => computeKnownMean(rows.map((row) => row.avg[line]))),
    band: avg.map((_, line) => merge(line)),
  }
}

/** Fewer distances between samples say nothing of how often there is one. */
const fewestDistances = 3

/**
 * Returns how many buckets usually lie between two that have a sample, of the line with the rarest ones; 1 without gaps. What was
 * sampled less often than a bucket is long would fall apart into dots.
 */
export function computeSampleSpacing(lines: readonly ChartLine[]): number {
  const spacings = lines.map(({ series: { points } }) => {
    const known = points.avg.flatMap((value, index) => (value === null ? [] : [index]))
    const distances = known.slice(1).map((index, before) => index - known[before]!)
    if (distances.length < fewestDistances) return 1
    return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)]!
  })
  return Math.max(1, ...spacings)
}

/**
 * Merges neighbouring buckets until a chart has room for them and each is as long as samples usually lie apart (`spacing`, in
 * buckets); charts of the same times get the same buckets.
 */
export function thinChartRows(rows: ChartRow[], stepSeconds: number, spacing: number): ChartBuckets {
  const part = rows.length * stepSeconds > days.seconds ? days.part_seconds : 0
  const merged = Math.ceil(Math.max(rows.length / maxRows, part / stepSeconds, spacing))
  if (merged <= 1) return { rows, step_seconds: stepSeconds }
  const length = merged * stepSeconds
  const groups = new Map<number, ChartRow[]>()
  for (const row of rows) {
    // whole multiples, so that a bucket stays the same while the time moves on
    const group = Math.floor(row.at / 1000 / length)
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  return { rows: [...groups.values()].map(mergeChartRows), step_seconds: length }
}

/** Returns whether a bucket has gaps on both sides: it must be drawn as a dot, because a line would not show it. */
export const isIsolatedPoint = (rows: readonly ChartRow[], index: number, line: number): boolean =>
  rows[index]?.avg[line] != null && rows[index - 1]?.avg[line] == null && rows[index + 1]?.avg[line] == null

/** Returns the axis maximum: the capacity, 100 %, or slightly above the largest value. */
export function computeAxisTop(lines: readonly ChartLine[]): number {
  const capacity = Math.max(0, ...lines.map(({ series }) => series.capacity ?? 0))
  if (capacity > 0) return capacity
  const greatest = Math.max(0, ...lines.map(({ series }) => series.max ?? 0))
  if (greatest === 0) return 1
  const power = 10 ** Math.floor(Math.log10(greatest))
  return [1, 2, 2.5, 5, 10].map((part) => part * power).find((top) => top >= greatest * 1.05) ?? 20 * power
}
