import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'

/** So often at most a use is written down: keys come faster than a database needs to know of them. */
export const activityThrottleMs = 30_000

const lastRecordedTimes = new WeakMap<Deps['database'], Map<string, number>>()

/**
 * Notes that somebody uses an instance: input to its terminal, bytes over SSH or HTTP (product §4). Call it as often as
 * you like; it never throws and waits for nothing.
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
