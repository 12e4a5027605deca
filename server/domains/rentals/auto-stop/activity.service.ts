import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'

/** Activity is written at most this often, because keystrokes arrive faster than the database needs to know. */
export const activityThrottleMs = 30_000

const lastRecordedTimes = new WeakMap<Deps['database'], Map<string, number>>()

/**
 * Records that an instance is in use: terminal input, SSH or HTTP traffic (product §4). Throttled; never throws and never blocks.
 */
export function recordInstanceActivity(deps: Pick<Deps, 'clock' | 'database' | 'log'>, instanceId: string): void {
  const now = deps.clock.now()
  const lastOf = lastRecordedTimes.get(deps.database) ?? new Map<string, number>()
  lastRecordedTimes.set(deps.database, lastOf)
  const last = lastOf.get(instanceId)
  if (last !== undefined && Math.abs(now.getTime() - last) < activityThrottleMs) return
  if (lastOf.size > 10_000) lastOf.clear()
  lastOf.set(instanceId, now.getTime())
  guardsRepo(deps.database.kysely)
    .noteActivity(instanceId, now)
    .catch((error: unknown) => deps.log.warn({ err: error, instance: instanceId }, 'activity was not noted'))
}
