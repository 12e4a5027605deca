import { monitorRetentionSeconds } from '#contract/monitor.ts'

/**
 * Stored resolutions, finest first. `step_s` 0 = raw samples. The source of a level can still change for `settles_s` after its
 * time: samples arrive late, and each level waits for the one below.
 */
export const metricsLevels = [
  { step_s: 0, kept_s: 7_200, settles_s: 0 },
  { step_s: 60, kept_s: 172_800, settles_s: 120 },
  { step_s: 600, kept_s: 604_800 + 3_600, settles_s: 180 },
  { step_s: 3600, kept_s: monitorRetentionSeconds + 7_200, settles_s: 780 },
] as const
export type MetricsLevel = (typeof metricsLevels)[number]

/** Each coarser level with the level it is rolled up from. */
export const rollups = metricsLevels.slice(1).map((level, i) => ({ level, source: metricsLevels[i]! }))

export const floorToStep = (at: number, stepS: number): number => Math.floor(at / (stepS * 1000)) * stepS * 1000

/**
 * Returns where the next rollup begins after a level was rolled up until `rolledUntil`. Source data from this point on must not
 * be deleted.
 */
export const computeGatherStart = (level: MetricsLevel, rolledUntil: Date): Date =>
  new Date(floorToStep(rolledUntil.getTime() - level.settles_s * 1000, level.step_s))
