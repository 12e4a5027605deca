import { dayMs } from '#contract/day.ts'
import { type ScheduleEntry, scheduleActions } from '#contract/guards.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import {
  addMinute,
  buildComingStop,
  type RuleContext,
  type RuleResult,
} from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import {
  findLastMoment,
  findNextMoment,
  formatBeijingMinute,
  type ScheduleMoment,
} from '#server/domains/rentals/auto-stop/schedule.policy.ts'

/** A start costs money: if it is later than this, it is skipped and the owner is told. A late stop is always carried out. */
const maxStartDelayMs = 30 * 60_000
const weekMs = 7 * dayMs

export type WeeklyScheduleResult = RuleResult & { start?: { why: string }; missed_start?: { why: string } }

/** Returns the stored schedule; only values validated by the contract's schema are stored. */
export const scheduleOf = ({ schedule }: Pick<GuardRow, 'schedule'>): ScheduleEntry[] => schedule as unknown as ScheduleEntry[]

const formatReason = ({ at, action }: ScheduleMoment): string => `每周计划，${formatBeijingMinute(at)} ${scheduleActions[action]}`

/** Returns the next moment of a schedule as columns. */
export function computeNextDue(schedule: readonly ScheduleEntry[], after: Date) {
  const next = findNextMoment(schedule, after)
  return { schedule_due_at: next?.at ?? null, schedule_action: next?.action ?? null }
}

/** Evaluates the weekly schedule of boots and stops. If several moments were missed, only the last one counts. */
export function evaluateWeeklySchedule(
  schedule: readonly ScheduleEntry[],
  guard: Pick<GuardRow, 'schedule_due_at' | 'schedule_action' | 'run_since' | 'told'>,
  sight: RuleContext,
): WeeklyScheduleResult {
  const { now, place } = sight
  const at = guard.schedule_due_at
  if (!at) return {}
  // The due time was written before the clock was set back.
  if (at.getTime() - now.getTime() > weekMs + maxStartDelayMs * 2) return { changes: computeNextDue(schedule, now) }
  const due: ScheduleMoment = { at, action: guard.schedule_action as ScheduleMoment['action'] }
  if (at > now) return evaluateComingMoment(schedule, guard, sight, due)
  if (!sight.steady) return { look_at: addMinute(now) }
  const last = findLastMoment(schedule, now)
  const moment = last && last.at > at ? last : due
  const late = now.getTime() - moment.at.getTime() > maxStartDelayMs
  if (place === 'between' && (moment.action === 'stop' || !late)) {
    return moment.action === 'stop' ? {} : { look_at: new Date(moment.at.getTime() + maxStartDelayMs + 1) }
  }
  const changes = computeNextDue(schedule, now)
  const why = formatReason(moment)
  // A stop applies only to a run that began before it, not to one started later.
  const meant = guard.run_since === null || guard.run_since <= moment.at
  if (moment.action === 'stop') return place === 'off' || !meant ? { changes } : { changes, stop: { reason: 'scheduled', why } }
  if (place === 'running' || place === 'starting') return { changes }
  return late ? { changes, missed_start: { why } } : { changes, start: { why } }
}

function evaluateComingMoment(
  schedule: readonly ScheduleEntry[],
  guard: Pick<GuardRow, 'told'>,
  sight: RuleContext,
  due: ScheduleMoment,
): RuleResult {
  if (sight.place === 'off') return { look_at: due.at }
  const stop = due.action === 'stop' ? due : findNextMoment(schedule, due.at, 'stop')
  const known = stop && { known: { at: stop.at, rule: 'schedule' as const } }
  if (due.action === 'start') return { ...known, look_at: due.at }
  return {
    ...known,
    ...buildComingStop(guard, sight, { rule: 'schedule', key: due.at.toISOString(), at: due.at, why: formatReason(due) }),
  }
}
