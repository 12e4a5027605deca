import { type RawBuilder, sql } from 'kysely'
import { type MetricName, metricNames } from '#contract/monitor.ts'

/** Value of `card` for metrics of the instance as a whole. */
export const wholeInstanceCard = -1

const figureParts = ['min', 'max', 'sum', 'n'] as const
export type FigurePart = (typeof figureParts)[number]

/** Returns a column such as `gpu_use_max`. */
export const toFigureColumn = (metric: MetricName, part: FigurePart) => sql.ref(`${metric}_${part}`)

/** Aggregates a figure of a metric from samples, or from the same figure of finer buckets. */
const aggregateFigure = (metric: MetricName, part: FigurePart, ofSamples: boolean): RawBuilder<unknown> => {
  if (ofSamples) {
    const value = sql.ref(metric)
    return {
      min: sql`min(${value})`,
      max: sql`max(${value})`,
      sum: sql`sum(${value}::float8)`,
      n: sql`nullif(count(${value}), 0)`,
    }[part]
  }
  const value = toFigureColumn(metric, part)
  return { min: sql`min(${value})`, max: sql`max(${value})`, sum: sql`sum(${value})`, n: sql`sum(${value})::integer` }[part]
}

/** Maps over every figure of the metrics, in the order of their columns. */
export const mapFigures = <T>(names: readonly MetricName[], make: (metric: MetricName, part: FigurePart) => T): T[] =>
  names.flatMap((metric) => figureParts.map((part) => make(metric, part)))

/** Selects the figures of metrics from grouped samples (`stepS` 0) or points, under their column names. */
export const selectFigures = (stepS: number, names: readonly MetricName[] = metricNames) =>
  sql.join(
    mapFigures(names, (metric, part) => sql`${aggregateFigure(metric, part, stepS === 0)} as ${toFigureColumn(metric, part)}`),
  )

/** Returns the source of rows of a resolution. */
export const selectUsageSource = (stepS: number) =>
  stepS === 0 ? sql`(select * from usage_samples) as source` : sql`(select * from usage_points where step_s = ${stepS}) as source`
