import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { activity_grain_ms } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { type IdleRule, readWindow, type UsePoint, windowFrom } from '#server/domains/rentals/auto-stop/idle.policy.ts'
import { type Finding, type Sight, soon, toldOf } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'

/** The use of an instance's cards minute by minute, the highest of any card; what was not seen is absent. */
export type GpuUse = (db: Kysely<DB>, instance_id: string, from: Date, to: Date) => Promise<UsePoint[]>

export const idleRuleOf = ({ idle_percent, idle_minutes }: GuardRow): IdleRule | null =>
  idle_percent === null || idle_minutes === null ? null : { percent: idle_percent, minutes: idle_minutes }

/** Since when an instance may count as idle, before its samples are asked. A moment ahead of now was told by a wrong clock. */
export function idleSince(guard: GuardRow, row: Pick<InstanceRow, 'started_at'>, up_since: Date, now: Date): Date {
  const used = guard.active_at && new Date(guard.active_at.getTime() + activity_grain_ms)
  const known = [row.started_at, guard.idle_from, used, up_since].map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(...known.filter((at) => at <= now.getTime())))
}

/** Without cards there is no use of cards to judge by. */
export const hasCards = async (db: Kysely<DB>, row: Pick<InstanceRow, 'id' | 'gpu_mode'>): Promise<boolean> =>
  row.gpu_mode === 'gpu' && (await guardsRepo(db).cards(row.id)) > 0

/**
 * Stops what was idle for the whole window: every sample below the threshold, four fifths of them there, nobody at a
 * terminal, and a worker at work all the while (product §4). Missing samples never stop.
 */
export async function idleFinding(
  db: Kysely<DB>,
  row: InstanceRow,
  guard: GuardRow,
  { sight, up_since, gpu_use }: { sight: Sight; up_since: Date; gpu_use: GpuUse },
): Promise<Finding> {
  const rule = idleRuleOf(guard)
  const { now } = sight
  if (!rule || sight.place !== 'running' || !(await hasCards(db, row))) return {}
  let window = windowFrom(rule, idleSince(guard, row, up_since, now))
  if (now < window.tell_at) return { look_at: window.tell_at }
  const from = new Date(Math.max(window.from.getTime(), now.getTime() - rule.minutes * 60_000))
  const seen = readWindow(rule, await gpu_use(db, row.id, from, now), from, now)
  if (seen.used_until) {
    window = windowFrom(rule, seen.used_until)
    return { look_at: window.tell_at > now ? window.tell_at : soon(now) }
  }
  const why = `闲置关机，GPU 使用率连续 ${rule.minutes} 分钟低于 ${rule.percent}%`
  if (!seen.enough) return { look_at: soon(now) }
  if (now >= window.stop_at) return { stop: { reason: 'idle', why } }
  const key = window.from.toISOString()
  if (toldOf(guard).idle === key) return { look_at: window.stop_at }
  const ahead = `GPU 使用率一直低于 ${rule.percent}%，满 ${rule.minutes} 分钟会闲置关机`
  return { tell: { rule: 'idle', key, at: window.stop_at, why: ahead }, look_at: window.stop_at }
}
