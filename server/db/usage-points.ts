import { type RawBuilder, sql } from 'kysely'
import { type MetricName, metric_names } from '#contract/monitor.ts'

/** The `card` of figures that belong to the instance as a whole. */
export const whole_instance = -1

const parts = ['min', 'max', 'sum', 'n'] as const
export type Part = (typeof parts)[number]

/** `gpu_use_max` */
export const figureColumn = (metric: MetricName, part: Part) => sql.ref(`${metric}_${part}`)

/** How four figures of a metric follow from samples, or from the same figures of finer buckets. */
const aggregate = (metric: MetricName, part: Part, of_samples: boolean): RawBuilder<unknown> => {
  if (of_samples) {
    const value = sql.ref(metric)
    return {
      min: sql`min(${value})`,
      max: sql`max(${value})`,
      sum: sql`sum(${value}::float8)`,
      n: sql`nullif(count(${value}), 0)`,
    }[part]
  }
  const value = figureColumn(metric, part)
  return { min: sql`min(${value})`, max: sql`max(${value})`, sum: sql`sum(${value})`, n: sql`sum(${value})::integer` }[part]
}

/** Something for every figure of these metrics, in the order of their columns. */
export const eachFigure = <T>(names: readonly MetricName[], make: (metric: MetricName, part: Part) => T): T[] =>
  names.flatMap((metric) => parts.map((part) => make(metric, part)))

/** The figures of metrics over grouped rows of samples (`step_s` 0) or points, by their column names. */
export const figuresOver = (step_s: number, names: readonly MetricName[] = metric_names) =>
  sql.join(eachFigure(names, (metric, part) => sql`${aggregate(metric, part, step_s === 0)} as ${figureColumn(metric, part)}`))

/** Where rows of a resolution stand. */
export const sourceOf = (step_s: number) =>
  step_s === 0
    ? sql`(select * from usage_samples) as source`
    : sql`(select * from usage_points where step_s = ${step_s}) as source`
