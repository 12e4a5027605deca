import { status_codes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'

const day_ms = 86_400_000

export interface Kept {
  status: number
  charge_rule: string
  stopped_at: Date | null
  phase_since: Date
  expire_at: Date | null
}
export interface Told {
  release_since: Date | null
  release_day: number
  release_told_at: Date | null
}

/** From when an instance that is shut down or abnormal is kept: a package from its expiry at the earliest. Null while it is in use. */
export function keptSince({ status, charge_rule, stopped_at, phase_since, expire_at }: Kept): Date | null {
  if (status !== status_codes.shut_down && status !== status_codes.abnormal) return null
  const since = stopped_at ?? phase_since
  return charge_rule !== 'hour' && expire_at && expire_at > since ? expire_at : since
}

/** The day the owner was last told of in this countdown; 0 before the first. */
const dayTold = (told: Told, since: Date): number => (told.release_since?.getTime() === since.getTime() ? told.release_day : 0)

const last_day = Math.max(...limits.release_notice_days)
/** Nobody loses data sooner than this after the last notice: a clock that jumped must not take the days between. */
const last_call_ms = (limits.release_days - last_day) * day_ms

/** When it will be released: after 15 days, and a day after the last notice at the earliest (product §4). */
export function releaseAt(kept: Kept, told: Told): Date | null {
  const since = keptSince(kept)
  if (!since) return null
  const due = since.getTime() + limits.release_days * day_ms
  const called = dayTold(told, since) === last_day && told.release_told_at ? told.release_told_at.getTime() + last_call_ms : due
  return new Date(Math.max(due, called))
}

export interface ReleaseStep {
  release?: true
  /** The day to tell of now. */
  tell?: { day: number; since: Date }
  look_at?: Date
}

/** The next step of the countdown: a notice on day 8, 12 and 14, each once, then the release. What was missed is not made up for. */
export function releaseStep(kept: Kept, told: Told, now: Date): ReleaseStep {
  const since = keptSince(kept)
  if (!since) return {}
  const day = dayTold(told, since)
  const passed = (now.getTime() - since.getTime()) / day_ms
  const due = limits.release_notice_days.filter((at) => at > day && at <= passed).at(-1)
  if (due !== undefined) return { tell: { day: due, since } }
  const next = limits.release_notice_days.find((at) => at > day)
  if (next !== undefined) return { look_at: new Date(since.getTime() + next * day_ms) }
  const release_at = releaseAt(kept, told)!
  return release_at <= now ? { release: true } : { look_at: release_at }
}
