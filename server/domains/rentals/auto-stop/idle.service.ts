import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { activityThrottleMs } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import {
  computeIdleWindow,
  evaluateIdleWindow,
  type IdleStopRule,
  type UsePoint,
} from '#server/domains/rentals/auto-stop/idle.policy.ts'
import {
  addMinute,
  notifiedStopsOf,
  type RuleContext,
  type RuleResult,
} from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'

/** Reads the use of an instance's cards per minute, the highest of any card; minutes without samples are absent. */
export type GpuUseReader = (db: Kysely<DB>, instanceId: string, from: Date, to: Date) => Promise<UsePoint[]>

export const toIdleStopRule = ({ idle_percent: idlePercent, idle_minutes: idleMinutes }: GuardRow): IdleStopRule | null =>
  idlePercent === null || idleMinutes === null ? null : { percent: idlePercent, minutes: idleMinutes }

/**
 * Returns since when an instance may count as idle, before its samples are read. Times in the future come from a wrong clock and
 * are ignored.
 */
export function computeIdleSince(guard: GuardRow, row: Pick<InstanceRow, 'started_at'>, upSince: Date, now: Date): Date {
  const used = guard.active_at && new Date(guard.active_at.getTime() + activityThrottleMs)
  const known = [row.started_at, guard.idle_from, used, upSince].map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(...known.filter((at) => at <= now.getTime())))
}

/** Whether the instance has cards; without them there is no GPU use to evaluate. */
export const hasCards = async (db: Kysely<DB>, row: Pick<InstanceRow, 'id' | 'gpu_mode'>): Promise<boolean> =>
  row.gpu_mode === 'gpu' && (await guardsRepo(db).cards(row.id)) > 0

/**
 * Stops an instance that was idle for the whole window: all samples below the threshold, at least 80 % of them present, no
 * activity, and a worker running all the time (product §4). Missing samples never cause a stop.
 */
export async function evaluateIdleRule(
  db: Kysely<DB>,
  row: InstanceRow,
  guard: GuardRow,
  { sight, up_since: upSince, gpu_use: gpuUse }: { sight: RuleContext; up_since: Date; gpu_use: GpuUseReader },
): Promise<RuleResult> {
  const rule = toIdleStopRule(guard)
  const { now } = sight
  if (!rule || sight.place !== 'running' || !(await hasCards(db, row))) return {}
  let window = computeIdleWindow(rule, computeIdleSince(guard, row, upSince, now))
  if (now < window.tell_at) return { look_at: window.tell_at }
  const from = new Date(Math.max(window.from.getTime(), now.getTime() - rule.minutes * 60_000))
  const seen = evaluateIdleWindow(rule, await gpuUse(db, row.id, from, now), from, now)
  if (seen.used_until) {
    window = computeIdleWindow(rule, seen.used_until)
    return { look_at: window.tell_at > now ? window.tell_at : addMinute(now) }
  }
  const why = `闲置关机，GPU 使用率连续 ${rule.minutes} 分钟低于 ${rule.percent}%`
  if (!seen.enough) return { look_at: addMinute(now) }
  if (now >= window.stop_at) return { stop: { reason: 'idle', why } }
  const key = window.from.toISOString()
  if (notifiedStopsOf(guard).idle === key) return { look_at: window.stop_at }
  const ahead = `GPU 使用率一直低于 ${rule.percent}%，满 ${rule.minutes} 分钟会闲置关机`
  return { tell: { rule: 'idle', key, at: window.stop_at, why: ahead }, look_at: window.stop_at }
}
