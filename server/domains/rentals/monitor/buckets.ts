import { monitorBucketsMax } from '#contract/monitor.ts'
import { floorToStep, type MetricsLevel, metricsLevels } from '#server/domains/rentals/monitor/levels.ts'
import type { MetricsWindow } from '#server/ports/metrics.ts'

/** Lengths of a bucket that people can read off an axis, in seconds. Two samples fall into the shortest. */
const bucketLengths = [30, 60, 120, 300, 600, 1_200, 1_800, 2_400, 3_600, 7_200, 10_800]
/** Finer figures are not read for a chart that has this many anyway. */
const enoughBuckets = 120

/** The coarsest resolution that still draws a detailed chart, of those that reach back to `from`; else the finest that does. */
export function chooseMetricsLevel(from: Date, to: Date, now: Date): MetricsLevel {
  const reaching = metricsLevels.filter(({ kept_s: keptS }) => from.getTime() >= now.getTime() - keptS * 1000)
  const seconds = (to.getTime() - from.getTime()) / 1000
  const detailed = reaching.filter(({ step_s: stepS }) => seconds / Math.max(stepS, bucketLengths[0]!) >= enoughBuckets)
  return detailed.at(-1) ?? reaching[0] ?? metricsLevels.at(-1)!
}

/** Cuts a time into buckets of whole steps of its level, as many as a chart holds at most. */
export function computeMetricsWindow(from: Date, to: Date, level: MetricsLevel): MetricsWindow {
  const seconds = (to.getTime() - from.getTime()) / 1000
  // One more than fits exactly: the first and the last are cut.
  const fits = (length: number) => length >= level.step_s && seconds / length <= monitorBucketsMax - 1
  const stepSeconds = bucketLengths.find(fits) ?? bucketLengths.at(-1)!
  const first = floorToStep(from.getTime(), stepSeconds)
  const last = floorToStep(to.getTime() - 1, stepSeconds)
  return { from: new Date(first), to: new Date(last + stepSeconds * 1000), step_seconds: stepSeconds }
}

/** The beginnings of a window's buckets, epoch ms. */
export const listBucketTimes = ({ from, to, step_seconds: stepSeconds }: MetricsWindow): number[] =>
  Array.from(
    { length: (to.getTime() - from.getTime()) / (stepSeconds * 1000) },
    (_, i) => from.getTime() + i * stepSeconds * 1000,
  )
