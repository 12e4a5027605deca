import { computeRunCharge } from '#contract/money.ts'
import type { SegmentRow } from '#server/domains/money/billing/segments.repo.ts'

/**
 * The longest silence that is still billed. Seconds count as used only when the platform saw the instance run:
 * after a longer silence, or a clock that jumped, no more than this is added: the smaller clock wins.
 */
const maxGapSeconds = 300

type Meter = Pick<SegmentRow, 'seen_at' | 'seen_s' | 'limit_s' | 'unseen' | 'price_micro' | 'carry_in' | 'billed_fen'>
type MeterReading = Pick<Meter, 'seen_at' | 'seen_s'>

/**
 * The meter read at `now`: whole seconds only, the fraction stays for the next reading. Never runs backwards: a reading
 * that comes late, or from a clock a little behind, counts nothing and leaves the moment of the last one as it is, or the
 * time between would count twice. Only a clock that was set far back begins anew. It stands while the instance is unseen.
 */
export function readMeter(
  { limit_s: limitS = null, unseen = false, ...meter }: MeterReading & { limit_s?: bigint | null; unseen?: boolean },
  now: Date,
): MeterReading {
  if (unseen) return { seen_at: meter.seen_at, seen_s: meter.seen_s }
  const read = readUnlimited(meter, now)
  // Beyond the limit of a run time passes, and nothing is counted.
  return limitS !== null && read.seen_s > limitS ? { ...read, seen_s: limitS > meter.seen_s ? limitS : meter.seen_s } : read
}

function readUnlimited(meter: MeterReading, now: Date): MeterReading {
  const seconds = Math.floor((now.getTime() - meter.seen_at.getTime()) / 1000)
  if (seconds < -maxGapSeconds) return { seen_at: now, seen_s: meter.seen_s }
  if (seconds < 0) return { seen_at: meter.seen_at, seen_s: meter.seen_s }
  if (seconds > maxGapSeconds) return { seen_at: now, seen_s: meter.seen_s + BigInt(maxGapSeconds) }
  return { seen_at: new Date(meter.seen_at.getTime() + seconds * 1000), seen_s: meter.seen_s + BigInt(seconds) }
}

/** Fen used and not yet settled, were the meter read at `now`. */
export const computeAccruedFen = (meter: Meter, now: Date): bigint =>
  computeRunCharge(meter.price_micro, readMeter(meter, now).seen_s, meter.carry_in) - meter.billed_fen
