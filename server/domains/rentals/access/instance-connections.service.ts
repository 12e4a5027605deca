import type { Deps } from '#server/deps.ts'
import { type InstanceConnection, instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { createInstanceConnector, type InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'

export type { InstanceConnection }

/** The inside of an instance that runs and is the user's; undefined when it is not so. */
export async function findInstanceConnector(
  deps: Deps,
  { instance_id: instanceId, user_id: userId }: Omit<InstanceConnection, 'session_id'>,
): Promise<InstanceConnector | undefined> {
  const row = await instanceAccessRepo(deps.database.kysely).findRunning(instanceId, userId)
  return row && createInstanceConnector(deps, row)
}

/** Of those inside, the positions of whoever has no right to be there any more. */
export async function listConnectionsToEvict(
  { database }: Pick<Deps, 'database'>,
  entries: readonly InstanceConnection[],
): Promise<number[]> {
  const rightful = await instanceAccessRepo(database.kysely).stillRightful(entries)
  return entries.flatMap((_, nth) => (rightful.has(nth) ? [] : [nth]))
}
