import { limits } from '#contract/limits.ts'

const day_ms = 86_400_000

/** `3 天后释放`, `5 小时后释放`, and whether that is within the week in which it is warned of; null where it is kept. */
export function releaseOf(release_at: string | null, now: number): { text: string; soon: boolean } | null {
  if (!release_at) return null
  const left_ms = Date.parse(release_at) - now
  const soon = left_ms <= limits.release_shown_days * day_ms
  if (left_ms >= day_ms) return { text: `${Math.floor(left_ms / day_ms)} 天后释放`, soon }
  return { text: left_ms < 3_600_000 ? '1 小时内释放' : `${Math.floor(left_ms / 3_600_000)} 小时后释放`, soon }
}

/** The same in words; null while it is more than a week away. */
export function releaseText(release_at: string | null, now: number): string | null {
  const release = releaseOf(release_at, now)
  return release?.soon ? release.text : null
}
