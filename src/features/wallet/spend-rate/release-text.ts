import { limits } from '#contract/limits.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Rounds up to match the date beside it; tolerates a clock that is slightly behind, without adding a day. */
const roundUpToUnits = (leftMs: number, unitMs: number): number => Math.max(1, Math.ceil((leftMs - 60_000) / unitMs))

/** Returns `3 天后释放` or `5 小时后释放`, and whether that is within the one-week warning period; null if it is kept. */
export function computeRelease(releaseAt: string | null, now: number): { text: string; soon: boolean } | null {
  if (!releaseAt) return null
  const leftMs = Date.parse(releaseAt) - now
  const soon = leftMs <= limits.releaseShownDays * dayMs
  if (leftMs >= dayMs) return { text: `${roundUpToUnits(leftMs, dayMs)} 天后释放`, soon }
  return { text: leftMs < hourMs ? '1 小时内释放' : `${roundUpToUnits(leftMs, hourMs)} 小时后释放`, soon }
}
