import type { InstanceGuard, StopRule } from '#contract/guards.ts'

export type UpcomingStopRule = StopRule

const warnWithinMs = 3_600_000

/** Returns the next stop of any rule if it is less than an hour away. The idle rule counts once half of its window has passed. */
export function computeUpcomingStop(
  { next_stop: nextStop, idle, idle_since: idleSince }: InstanceGuard,
  now: number,
): { at: string; rule: UpcomingStopRule } | null {
  const stops: { at: number; rule: UpcomingStopRule }[] = nextStop ? [{ at: Date.parse(nextStop.at), rule: nextStop.rule }] : []
  if (idle && idleSince) {
    const windowMs = idle.minutes * 60_000
    const at = Date.parse(idleSince) + windowMs
    if (at - now <= windowMs / 2) stops.push({ at, rule: 'idle' })
  }
  const [first] = stops.filter(({ at }) => at > now && at - now <= warnWithinMs).sort((a, b) => a.at - b.at)
  return first ? { ...first, at: new Date(first.at).toISOString() } : null
}
