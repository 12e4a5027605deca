import { limits } from '#contract/limits.ts'
import type { SegmentRow } from '#server/domains/money/billing/segments.repo.ts'

/** Only time in which the platform saw the instance run counts: after a longer gap or a clock jump, at most this much is added. */
const { meteredGapSeconds: maxGapSeconds } = limits

type MeterReading = Pick<SegmentRow, 'seen_at' | 'seen_s'>

/**
 * Reads the meter at `now`: counts whole seconds, the fraction stays for the next reading. Never runs backwards: a late reading,
 * or one from a slightly slow clock, counts nothing and keeps the last reading's time, or the gap would count twice. Only a clock
 * set far back restarts the meter. The meter is paused while the instance is unseen.
 */
export function readMeter(
  { limit_s: limitS = null, unseen = false, ...meter }: MeterReading & { limit_s?: bigint | null; unseen?: boolean },
  now: Date,
): MeterReading {
  if (unseen) return { seen_at: meter.seen_at, seen_s: meter.seen_s }
  const read = readUnlimited(meter, now)
  // Beyond the limit of a run, time passes but is not counted.
  return limitS !== null && read.seen_s > limitS ? { ...read, seen_s: limitS > meter.seen_s ? limitS : meter.seen_s } : read
}

function readUnlimited(meter: MeterReading, now: Date): MeterReading {
  const seconds = Math.floor((now.getTime() - meter.seen_at.getTime()) / 1000)
  if (seconds < -maxGapSeconds) return { seen_at: now, seen_s: meter.seen_s }
  if (seconds < 0) return { seen_at: meter.seen_at, seen_s: meter.seen_s }
  if (seconds > maxGapSeconds) return { seen_at: now, seen_s: meter.seen_s + BigInt(maxGapSeconds) }
  return { seen_at: new Date(meter.seen_at.getTime() + seconds * 1000), seen_s: meter.seen_s + BigInt(seconds) }
}
