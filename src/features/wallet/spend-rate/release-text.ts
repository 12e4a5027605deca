import { limits } from '#contract/limits.ts'

const day_ms = 86_400_000
const hour_ms = 3_600_000
/** Rounded up, as the date beside it is counted; a clock that is a little behind adds no day. */
const inWhole = (left_ms: number, unit_ms: number): number => Math.max(1, Math.ceil((left_ms - 60_000) / unit_ms))

/** `3 天后释放`, `5 小时后释放`, and whether that is within the week in which it is warned of; null where it is kept. */
export function releaseOf(release_at: string | null, now: number): { text: string; soon: boolean } | null {
  if (!release_at) return null
  const left_ms = Date.parse(release_at) - now
  const soon = left_ms <= limits.release_shown_days * day_ms
  if (left_ms >= day_ms) return { text: `${inWhole(left_ms, day_ms)} 天后释放`, soon }
  return { text: left_ms < hour_ms ? '1 小时内释放' : `${inWhole(left_ms, hour_ms)} 小时后释放`, soon }
}

/** The same in words; null while it is more than a week away. */
export function releaseText(release_at: string | null, now: number): string | null {
  const release = releaseOf(release_at, now)
  return release?.soon ? release.text : null
}
