import { computeBackoff } from '#server/lib/backoff.ts'

/** State of one counter; with zero hits nothing has been counted yet. */
export interface RateBucket {
  hits: number
  window_started_at: Date
}

/** Applies one more hit: returns the new bucket, or the time to wait until it is allowed. */
export type RatePolicy = (bucket: RateBucket, now: Date) => { next: RateBucket } | { wait_ms: number }

const waitMaxMs = 60_000

/**
 * Returns the hits of a window that is still open. Ignores a window far in the future: it was opened before a clock correction.
 */
export function countHits(windowSeconds: number, { hits, window_started_at: windowStartedAt }: RateBucket, now: Date): number {
  const age = now.getTime() - windowStartedAt.getTime()
  return age >= windowSeconds * 1000 || age < -windowSeconds * 1000 ? 0 : hits
}

/** Allows `max` hits within `windowSeconds` of the first hit. */
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
 * Allows `free` hits at once; then each must wait 1, 2, 4 … 60 s after the one before. Never locks for good (product §2). Resets
 * after `forgetSeconds` without a hit.
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
