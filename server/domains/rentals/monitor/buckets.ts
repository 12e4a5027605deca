import { monitorBucketsMax } from '#contract/monitor.ts'
import { floorToStep, type MetricsLevel, metricsLevels } from '#server/domains/rentals/monitor/levels.ts'
import type { MetricsWindow } from '#server/ports/metrics.ts'

/** Bucket lengths in seconds that are readable on an axis. The shortest holds two samples. */
const bucketLengths = [30, 60, 120, 300, 600, 1_200, 1_800, 2_400, 3_600, 7_200, 10_800]
/** A chart with this many buckets needs no finer resolution. */
const enoughBuckets = 120

/**
 * Returns the coarsest level that reaches back to `from` and still gives a detailed chart; otherwise the finest that reaches
 * back.
 */
export function chooseMetricsLevel(from: Date, to: Date, now: Date): MetricsLevel {
  const reaching = metricsLevels.filter(({ kept_s: keptS }) => from.getTime() >= now.getTime() - keptS * 1000)
  const seconds = (to.getTime() - from.getTime()) / 1000
  const detailed = reaching.filter(({ step_s: stepS }) => seconds / Math.max(stepS, bucketLengths[0]!) >= enoughBuckets)
  return detailed.at(-1) ?? reaching[0] ?? metricsLevels.at(-1)!
}

/** Splits a time range into buckets of whole level steps, at most as many as a chart can show. */
export function computeMetricsWindow(from: Date, to: Date, level: MetricsLevel): MetricsWindow {
  const seconds = (to.getTime() - from.getTime()) / 1000
  // One bucket fewer than the maximum, because the first and the last bucket are partial.
  const fits = (length: number) => length >= level.step_s && seconds / length <= monitorBucketsMax - 1
  const stepSeconds = bucketLengths.find(fits) ?? bucketLengths.at(-1)!
  const first = floorToStep(from.getTime(), stepSeconds)
  const last = floorToStep(to.getTime() - 1, stepSeconds)
  return { from: new Date(first), to: new Date(last + stepSeconds * 1000), step_seconds: stepSeconds }
}

/** Returns the start of each bucket of a window, in epoch ms. */
export const listBucketTimes = ({ from, to, step_seconds: stepSeconds }: MetricsWindow): number[] =>
  Array.from(
    { length: (to.getTime() - from.getTime()) / (stepSeconds * 1000) },
    (_, i) => from.getTime() + i * stepSeconds * 1000,
  )
