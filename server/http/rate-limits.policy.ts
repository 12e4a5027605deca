import { computeBackoff } from '#server/lib/backoff.ts'

/** What is known of one counter. Without hits nothing has been counted yet. */
export interface Bucket {
  hits: number
  window_started_at: Date
}

/** One more hit: the bucket it makes, or how long to wait before it may be made. */
export type Policy = (bucket: Bucket, now: Date) => { next: Bucket } | { wait_ms: number }

const wait_max_ms = 60_000

/** Hits of a window that is still open. One that begins far in the future was opened by a clock that has been corrected since. */
export function hitsIn(window_seconds: number, { hits, window_started_at }: Bucket, now: Date): number {
  const age = now.getTime() - window_started_at.getTime()
  return age >= window_seconds * 1000 || age < -window_seconds * 1000 ? 0 : hits
}

/** `max` hits in `window_seconds` from the first of them. */
export const atMost = (max: number, window_seconds: number): Policy => {
  return (bucket, now) => {
    const hits = hitsIn(window_seconds, bucket, now)
    if (hits === 0) return { next: { hits: 1, window_started_at: now } }
    const { window_started_at } = bucket
    if (hits < max) return { next: { hits: hits + 1, window_started_at } }
    return { wait_ms: window_started_at.getTime() + window_seconds * 1000 - now.getTime() }
  }
}

/**
 * `free` hits at once, then each waits 1, 2, 4 … 60 s after the one before; never a lock for good (product §2).
 * Forgotten after `forget_seconds` without a hit.
 */
export const backOff = (free: number, forget_seconds: number): Policy => {
  return ({ hits, window_started_at: last }, now) => {
    const age = now.getTime() - last.getTime()
    if (hits === 0 || age >= forget_seconds * 1000 || age < -wait_max_ms) {
      return { next: { hits: 1, window_started_at: now } }
    }
    const wait_ms = hits < free ? 0 : computeBackoff({ attempt: hits - free, base: 1000, max: wait_max_ms })
    return age >= wait_ms ? { next: { hits: hits + 1, window_started_at: now } } : { wait_ms: wait_ms - age }
  }
}
