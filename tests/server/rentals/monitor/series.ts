import type { MetricName } from '#contract/monitor.ts'
import type { Database } from '#server/db/database.ts'
import { type SampleRow, samplesRepo } from '#server/domains/rentals/monitor/samples.repo.ts'

export const seconds = (count: number): number => count * 1000
const floorTo = (at: number, step_s: number): number => Math.floor(at / seconds(step_s)) * seconds(step_s)

/** One value at one time; what a row does not hold was not measured. */
export type Value = { at: number; value: number }

export const store = async (
  database: Database,
  instance_id: string,
  metric: MetricName,
  card: number,
  values: readonly Value[],
) => {
  const rows: SampleRow[] = values.map(({ at, value }) => ({ instance_id, card, at: new Date(at), [metric]: value }))
  for (let from = 0; from < rows.length; from += 1_000) await samplesRepo(database.kysely).insert(rows.slice(from, from + 1_000))
}

/** Everything a roll-up could change. */
export const pointsOf = async (database: Database, instance_id: string) =>
  database.kysely
    .selectFrom('usage_points')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .orderBy('step_s')
    .orderBy('card')
    .orderBy('at')
    .execute()

export interface Bucket {
  at: number
  min: number
  max: number
  avg: number
  n: number
}

/** What a bucket ought to hold, written as one would say it. */
export function naiveBuckets(values: readonly Value[], step_s: number): Bucket[] {
  const groups = new Map<number, number[]>()
  for (const { at, value } of values) groups.set(floorTo(at, step_s), [...(groups.get(floorTo(at, step_s)) ?? []), value])
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([at, group]) => ({
      at,
      min: Math.min(...group),
      max: Math.max(...group),
      avg: group.reduce((sum, value) => sum + value, 0) / group.length,
      n: group.length,
    }))
}

export const bucketsIn = (
  rows: Awaited<ReturnType<typeof pointsOf>>,
  step_s: number,
  card: number,
  metric: MetricName,
): Bucket[] =>
  rows
    .filter((row) => row.step_s === step_s && row.card === card && row[`${metric}_n`] !== null)
    .map((row) => ({
      at: row.at.getTime(),
      min: row[`${metric}_min`]!,
      max: row[`${metric}_max`]!,
      avg: row[`${metric}_sum`]! / row[`${metric}_n`]!,
      n: row[`${metric}_n`]!,
    }))
