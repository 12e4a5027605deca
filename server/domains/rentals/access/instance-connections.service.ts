import type { Deps } from '#server/deps.ts'
import { type InstanceConnection, instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { createInstanceConnector, type InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'

export type { InstanceConnection }

/** Returns a connector to an instance that runs and belongs to the user; undefined otherwise. */
export async function findInstanceConnector(
  deps: Deps,
  { instance_id: instanceId, user_id: userId }: Omit<InstanceConnection, 'session_id'>,
): Promise<InstanceConnector | undefined> {
  const row = await instanceAccessRepo(deps.database.kysely).findRunning(instanceId, userId)
  return row && createInstanceConnector(deps, row)
}

/** Returns the indexes of connections whose user is no longer allowed in. */
export async function listConnectionsToEvict(
  { database }: Pick<Deps, 'database'>,
  entries: readonly InstanceConnection[],
): Promise<number[]> {
  const rightful = await instanceAccessRepo(database.kysely).listRightfulIndexes(entries)
  return entries.flatMap((_, nth) => (rightful.has(nth) ? [] : [nth]))
}
