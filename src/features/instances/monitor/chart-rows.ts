import type { Monitor } from '#contract/monitor.ts'
import type { ChartLine } from './panels.ts'

/** Height of a chart in px, that of `.chart` in the styles. */
export const chartHeight = 148

/** One bucket of a panel: the mean of each line, with its minimum and maximum as a band. Null is a gap. */
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
