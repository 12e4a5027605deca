import { limits } from '#contract/limits.ts'

const day_ms = 86_400_000

/** `3 天后释放`, `5 小时后释放`; null while it is more than a week away. */
export function releaseText(release_at: string | null, now: number): string | null {
  if (!release_at) return null
  const left_ms = Date.parse(release_at) - now
  if (left_ms > limits.release_shown_days * day_ms) return null
  if (left_ms >= day_ms) return `${Math.floor(left_ms / day_ms)} 天后释放`
  return left_ms < 3_600_000 ? '1 小时内释放' : `${Math.floor(left_ms / 3_600_000)} 小时后释放`
}
