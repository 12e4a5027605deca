const firstMs = 10_000
/** With the job's 10-second interval, a payment whose notice was lost is found within a minute (decision 033). */
const longestMs = 45_000
const closingLongestMs = 600_000

export const computeFirstCheckTime = (now: Date): Date => new Date(now.getTime() + firstMs)

/** Returns when to ask the provider again: less and less often while open, at once on expiry, slowly if it cannot be closed. */
export function computeNextCheckTime(now: Date, { checks, expires_at: expiresAt }: { checks: number; expires_at: Date }): Date {
  const open = expiresAt > now
  const pause = Math.min(firstMs * (checks + 1), open ? longestMs : closingLongestMs)
  const next = new Date(now.getTime() + pause)
  return open && next > expiresAt ? expiresAt : next
}
