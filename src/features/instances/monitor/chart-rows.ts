import type { Monitor } from '#contract/monitor.ts'
import type { ChartLine } from './panels.ts'

/** A bucket of a panel: of each line its mean, and its least and greatest as a band. Null is a gap. */
export interface ChartRow {
  at: number
  avg: (number | null)[]
  band: ([number, number] | null)[]
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

/** Buckets that stand alone between two gaps: a line cannot show them, a dot can. */
export const isIsolatedPoint = (rows: readonly ChartRow[], index: number, line: number): boolean =>
  rows[index]?.avg[line] != null && rows[index - 1]?.avg[line] == null && rows[index + 1]?.avg[line] == null

/** Where the axis ends: at the capacity, at 100 %, or a little above the greatest value. */
export function computeAxisTop(lines: readonly ChartLine[]): number {
  const capacity = Math.max(0, ...lines.map(({ series }) => series.capacity ?? 0))
  if (capacity > 0) return capacity
  const greatest = Math.max(0, ...lines.map(({ series }) => series.max ?? 0))
  if (greatest === 0) return 1
  const power = 10 ** Math.floor(Math.log10(greatest))
  return [1, 2, 2.5, 5, 10].map((part) => part * power).find((top) => top >= greatest * 1.05) ?? 20 * power
}
