import { dayMs } from '#contract/day.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'

export interface ReleaseCandidate {
  status: number
  charge_rule: string
  stopped_at: Date | null
  phase_since: Date
  expire_at: Date | null
}
export interface ReleaseNoticeState {
  release_since: Date | null
  release_day: number
  release_told_at: Date | null
}

/**
 * Returns since when a shut-down or abnormal instance counts as unused: a package from its expiry at the earliest. Null while it
 * is in use.
 */
export function computeUnusedSince({
  status,
  charge_rule: chargeRule,
  stopped_at: stoppedAt,
  phase_since: phaseSince,
  expire_at: expireAt,
}: ReleaseCandidate): Date | null {
  if (status !== instanceStatusCodes.shut_down && status !== instanceStatusCodes.abnormal) return null
  const since = stoppedAt ?? phaseSince
  return chargeRule !== 'hour' && expireAt && expireAt > since ? expireAt : since
}

/** Returns the last day of this countdown on which the owner was notified; 0 before the first notice. */
const getNotifiedDay = (told: ReleaseNoticeState, since: Date): number =>
  told.release_since?.getTime() === since.getTime() ? told.release_day : 0

const lastNoticeDay = Math.max(...limits.releaseNoticeDays)
/** Data is never deleted sooner than this after the last notice, so that a clock jump cannot skip the remaining days. */
const minAfterLastNoticeMs = (limits.releaseDays - lastNoticeDay) * dayMs

/** Returns the release time: after 15 days, and at least one day after the last notice (product §4). */
export function computeReleaseTime(kept: ReleaseCandidate, told: ReleaseNoticeState): Date | null {
  const since = computeUnusedSince(kept)
  if (!since) return null
  const due = since.getTime() + limits.releaseDays * dayMs
  const called =
    getNotifiedDay(told, since) === lastNoticeDay && told.release_told_at
      ? told.release_told_at.getTime() + minAfterLastNoticeMs
      : due
  return new Date(Math.max(due, called))
}

export interface ReleaseCountdownStep {
  release?: true
  /** The day of the notice to send now. */
  tell?: { day: number; since: Date }
  look_at?: Date
}

/**
 * Returns the next step of the countdown: a notice on day 8, 12 and 14, each once, then the release. Missed notices are not sent
 * later.
 */
export function computeReleaseCountdownStep(kept: ReleaseCandidate, told: ReleaseNoticeState, now: Date): ReleaseCountdownStep {
  const since = computeUnusedSince(kept)
  if (!since) return {}
  const day = getNotifiedDay(told, since)
  const passed = (now.getTime() - since.getTime()) / dayMs
  const due = limits.releaseNoticeDays.filter((at) => at > day && at <= passed).at(-1)
  if (due !== undefined) return { tell: { day: due, since } }
  const next = limits.releaseNoticeDays.find((at) => at > day)
  if (next !== undefined) return { look_at: new Date(since.getTime() + next * dayMs) }
  const releaseAt = computeReleaseTime(kept, told)!
  return releaseAt <= now ? { release: true } : { look_at: releaseAt }
}
