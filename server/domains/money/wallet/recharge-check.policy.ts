const firstMs = 10_000
/** With the job's own ten seconds a payment whose notice got lost is found within a minute (decision 033). */
const longestMs = 45_000
const closingLongestMs = 600_000

export const computeFirstCheckTime = (now: Date): Date => new Date(now.getTime() + firstMs)

/** When to ask the provider again: ever more rarely while it is open, at once when its time is up, patiently when it cannot be closed. */
export function computeNextCheckTime(now: Date, { checks, expires_at: expiresAt }: { checks: number; expires_at: Date }): Date {
  const open = expiresAt > now
  const pause = Math.min(firstMs * (checks + 1), open ? longestMs : closingLongestMs)
  const next = new Date(now.getTime() + pause)
  return open && next > expiresAt ? expiresAt : next
}
