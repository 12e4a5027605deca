import { type StopReason, instanceStatusCodes as s } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'

/** Phase of an instance from the guards' view; `between` is temporary, and the next status change wakes the guards. */
export type RunPhase = 'running' | 'starting' | 'between' | 'off'

export function toRunPhase(status: number): RunPhase {
  if (status === s.running) return 'running'
  if (status === s.starting) return 'starting'
  return status === s.shut_down || status === s.abnormal || status === s.releasing ? 'off' : 'between'
}

export interface RuleContext {
  now: Date
  /** The clock has advanced regularly, so date-based rules may act (decision 004). */
  steady: boolean
  place: RunPhase
}

export type GuardRule = 'timer' | 'schedule' | 'spend' | 'idle'

/** Result of evaluating one rule. */
export interface RuleResult {
  stop?: { reason: StopReason; why: string }
  /** A stop to announce to the owner, once per `key`. */
  tell?: { rule: GuardRule; key: string; at: Date; why: string }
  /** When the rule will stop the instance, if known. */
  known?: { at: Date; rule: 'timer' | 'schedule' | 'spend' }
  /** When to evaluate again, if the status does not change. */
  look_at?: Date
  changes?: Partial<Pick<GuardRow, 'stop_at' | 'schedule_due_at' | 'schedule_action'>>
}

export const addMinute = (now: Date): Date => new Date(now.getTime() + 60_000)

const noticeMs = limits.stopNoticeSeconds * 1000

export const notifiedStopsOf = (guard: Pick<GuardRow, 'told'>): Partial<Record<GuardRule, string>> =>
  guard.told as Partial<Record<GuardRule, string>>

/** Builds the result for a stop in the future: notice ten minutes before, then wait. */
export function buildComingStop(
  guard: Pick<GuardRow, 'told'>,
  { now, place }: RuleContext,
  stop: { rule: GuardRule; key: string; at: Date; why: string },
): RuleResult {
  const tellAt = new Date(stop.at.getTime() - noticeMs)
  if (now < tellAt) return { look_at: tellAt }
  if (notifiedStopsOf(guard)[stop.rule] === stop.key || place !== 'running') return { look_at: stop.at }
  return { tell: stop, look_at: stop.at }
}

/** Returns the earliest known stop of all results. */
export const findEarliestStop = (findings: readonly RuleResult[]): RuleResult['known'] =>
  findings.flatMap((finding) => finding.known ?? []).sort((a, b) => a.at.getTime() - b.at.getTime())[0]
