import type { MetricName } from '#contract/monitor.ts'
import type { Database } from '#server/db/database.ts'
import { type SampleRow, samplesRepo } from '#server/domains/rentals/monitor/samples.repo.ts'

export const secondsToMs = (count: number): number => count * 1000
const floorTo = (at: number, stepS: number): number => Math.floor(at / secondsToMs(stepS)) * secondsToMs(stepS)

/** One value at one time; what a row does not hold was not measured. */
export type MetricSample = { at: number; value: number }

export const insertSamples = async (
  database: Database,
  instanceId: string,
  metric: MetricName,
  card: number,
  values: readonly MetricSample[],
) => {
  const rows: SampleRow[] = values.map(({ at, value }) => ({ instance_id: instanceId, card, at: new Date(at), [metric]: value }))
  for (let from = 0; from < rows.length; from += 1_000) await samplesRepo(database.kysely).insert(rows.slice(from, from + 1_000))
}

/** Everything a roll-up could change. */
export const listUsagePoints = async (database: Database, instanceId: string) =>
  database.kysely
    .selectFrom('usage_points')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy('step_s')
    .orderBy('card')
    .orderBy('at')
    .execute()

export interface SeriesBucket {
  at: number
  min: number
  max: number
  avg: number
  n: number
}

/** What a bucket ought to hold, written as one would say it. */
export function computeExpectedBuckets(values: readonly MetricSample[], stepS: number): SeriesBucket[] {
  const groups = new Map<number, number[]>()
  for (const { at, value } of values) groups.set(floorTo(at, stepS), [...(groups.get(floorTo(at, stepS)) ?? []), value])
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

export const toSeriesBuckets = (
  rows: Awaited<ReturnType<typeof listUsagePoints>>,
  stepS: number,
  card: number,
  metric: MetricName,
): SeriesBucket[] =>
  rows
    .filter((row) => row.step_s === stepS && row.card === card && row[`${metric}_n`] !== null)
    .map((row) => ({
      at: row.at.getTime(),
      min: row[`${metric}_min`]!,
      max: row[`${metric}_max`]!,
      avg: row[`${metric}_sum`]! / row[`${metric}_n`]!,
      n: row[`${metric}_n`]!,
    }))
