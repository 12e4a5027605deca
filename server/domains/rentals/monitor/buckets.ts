import { monitor_buckets_max } from '#contract/monitor.ts'
import { floorTo, type Level, levels } from '#server/domains/rentals/monitor/levels.ts'
import type { MetricsWindow } from '#server/ports/metrics.ts'

/** Lengths of a bucket that people can read off an axis, in seconds. Two samples fall into the shortest. */
const bucket_lengths = [30, 60, 120, 300, 600, 1_200, 1_800, 2_400, 3_600, 7_200, 10_800]
/** Finer figures are not read for a chart that has this many anyway. */
const enough_buckets = 120

/** The coarsest resolution that still draws a detailed chart, of those that reach back to `from`; else the finest that does. */
export function levelFor(from: Date, to: Date, now: Date): Level {
  const reaching = levels.filter(({ kept_s }) => from.getTime() >= now.getTime() - kept_s * 1000)
  const seconds = (to.getTime() - from.getTime()) / 1000
  const detailed = reaching.filter(({ step_s }) => seconds / Math.max(step_s, bucket_lengths[0]!) >= enough_buckets)
  return detailed.at(-1) ?? reaching[0] ?? levels.at(-1)!
}

/** Cuts a time into buckets of whole steps of its level, as many as a chart holds at most. */
export function windowFor(from: Date, to: Date, level: Level): MetricsWindow {
  const seconds = (to.getTime() - from.getTime()) / 1000
  // One more than fits exactly: the first and the last are cut.
  const fits = (length: number) => length >= level.step_s && seconds / length <= monitor_buckets_max - 1
  const step_seconds = bucket_lengths.find(fits) ?? bucket_lengths.at(-1)!
  const first = floorTo(from.getTime(), step_seconds)
  const last = floorTo(to.getTime() - 1, step_seconds)
  return { from: new Date(first), to: new Date(last + step_seconds * 1000), step_seconds }
}

/** The beginnings of a window's buckets, epoch ms. */
export const timesOf = ({ from, to, step_seconds }: MetricsWindow): number[] =>
  Array.from(
    { length: (to.getTime() - from.getTime()) / (step_seconds * 1000) },
    (_, i) => from.getTime() + i * step_seconds * 1000,
  )
