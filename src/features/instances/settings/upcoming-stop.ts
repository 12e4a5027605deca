import type { Guard, StopRule } from '#contract/guards.ts'

export type ComingRule = StopRule

const shown_ms = 3_600_000

/** The next stop of whatever rule, when it is less than an hour away. Idleness counts once half of its window is over. */
export function comingStop({ next_stop, idle, idle_since }: Guard, now: number): { at: string; rule: ComingRule } | null {
  const stops: { at: number; rule: ComingRule }[] = next_stop ? [{ at: Date.parse(next_stop.at), rule: next_stop.rule }] : []
  if (idle && idle_since) {
    const window_ms = idle.minutes * 60_000
    const at = Date.parse(idle_since) + window_ms
    if (at - now <= window_ms / 2) stops.push({ at, rule: 'idle' })
  }
  const [first] = stops.filter(({ at }) => at > now && at - now <= shown_ms).sort((a, b) => a.at - b.at)
  return first ? { ...first, at: new Date(first.at).toISOString() } : null
}
