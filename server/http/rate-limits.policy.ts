import { computeBackoff } from '#server/lib/backoff.ts'

/** What is known of one counter. Without hits nothing has been counted yet. */
export interface RateBucket {
  hits: number
  window_started_at: Date
}

/** One more hit: the bucket it makes, or how long to wait before it may be made. */
export type RatePolicy = (bucket: RateBucket, now: Date) => { next: RateBucket } | { wait_ms: number }

const waitMaxMs = 60_000

/** Hits of a window that is still open. One that begins far in the future was opened by a clock that has been corrected since. */
export function countHits(windowSeconds: number, { hits, window_started_at: windowStartedAt }: RateBucket, now: Date): number {
  const age = now.getTime() - windowStartedAt.getTime()
  return age >= windowSeconds * 1000 || age < -windowSeconds * 1000 ? 0 : hits
}

/** `max` hits in `window_seconds` from the first of them. */
export const createWindowPolicy = (max: number, windowSeconds: number): RatePolicy => {
  return (bucket, now) => {
    const hits = countHits(windowSeconds, bucket, now)
    if (hits === 0) return { next: { hits: 1, window_started_at: now } }
    const { window_started_at: windowStartedAt } = bucket
    if (hits < max) return { next: { hits: hits + 1, window_started_at: windowStartedAt } }
    return { wait_ms: windowStartedAt.getTime() + windowSeconds * 1000 - now.getTime() }
  }
}

/**
 * `free` hits at once, then each waits 1, 2, 4 … 60 s after the one before; never a lock for good (product §2).
 * Forgotten after `forget_seconds` without a hit.
 */
export const createBackoffPolicy = (free: number, forgetSeconds: number): RatePolicy => {
  return ({ hits, window_started_at: last }, now) => {
    const age = now.getTime() - last.getTime()
    if (hits === 0 || age >= forgetSeconds * 1000 || age < -waitMaxMs) {
      return { next: { hits: 1, window_started_at: now } }
    }
    const waitMs = hits < free ? 0 : computeBackoff({ attempt: hits - free, base: 1000, max: waitMaxMs })
    return age >= waitMs ? { next: { hits: hits + 1, window_started_at: now } } : { wait_ms: waitMs - age }
  }
}
