const first_ms = 10_000
/** With the job's own ten seconds a payment whose notice got lost is found within a minute (decision 033). */
const longest_ms = 45_000
const closing_longest_ms = 600_000

export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + first_ms)

/** When to ask the provider again: ever more rarely while it is open, at once when its time is up, patiently when it cannot be closed. */
export function nextCheckAt(now: Date, { checks, expires_at }: { checks: number; expires_at: Date }): Date {
  const open = expires_at > now
  const pause = Math.min(first_ms * (checks + 1), open ? longest_ms : closing_longest_ms)
  const next = new Date(now.getTime() + pause)
  return open && next > expires_at ? expires_at : next
}
