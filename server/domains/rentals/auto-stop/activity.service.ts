import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'

/** So often at most a use is written down: keys come faster than a database needs to know of them. */
export const activity_grain_ms = 30_000

const noted = new WeakMap<Deps['database'], Map<string, number>>()

/**
 * Notes that somebody uses an instance: input to its terminal, bytes over SSH or HTTP (product §4). Call it as often as
 * you like; it never throws and waits for nothing.
 */
export function noteActivity(deps: Pick<Deps, 'clock' | 'database' | 'log'>, instance_id: string): void {
  const now = deps.clock.now()
  const last_of = noted.get(deps.database) ?? new Map<string, number>()
  noted.set(deps.database, last_of)
  const last = last_of.get(instance_id)
  if (last !== undefined && Math.abs(now.getTime() - last) < activity_grain_ms) return
  if (last_of.size > 10_000) last_of.clear()
  last_of.set(instance_id, now.getTime())
  guardsRepo(deps.database.kysely)
    .noteActivity(instance_id, now)
    .catch((error: unknown) => deps.log.warn({ err: error, instance: instance_id }, 'activity was not noted'))
}
