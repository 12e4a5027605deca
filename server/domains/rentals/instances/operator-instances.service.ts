import type { Kysely } from 'kysely'
import { isActionAllowed, type StopReason } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { stopForPlatform } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { presentInstances } from '#server/domains/rentals/instances/instances.presenter.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { presentInstanceEvent } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Presents instances of any owner by id, for operators. */
export async function presentAnyInstances(db: Kysely<DB>, ids: readonly string[], now: Date) {
  const rows = await presentInstances(db, await instancesRepo(db).viewsOf(ids), now)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function listAnyInstanceEvents(
  { database, keys }: Pick<Deps, 'database' | 'keys'>,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const { items, total } = await timelineRepo(database.kysely).events(id, query)
  return { items: items.map((row) => presentInstanceEvent(keys, row)), total }
}

/** Stops an instance on behalf of the platform; the owner is told why. */
export async function forceStopInstance(
  tx: Tx,
  { id, operator_id: operatorId, reason, why }: { id: string; operator_id: string; reason: StopReason; why: string },
): Promise<void> {
  const row = await instancesRepo(tx.db).lock(id)
  if (!row || row.released_at) throw new Refusal('not_found')
  if (!isActionAllowed('shutdown', row.status))
    throw new Refusal('action_not_allowed', { message: '只能关停运行中或开机中的实例' })
  await stopForPlatform(tx, row, { actor: 'operator', actor_id: operatorId }, { reason, why })
}
