import type { Deps } from '#server/deps.ts'
import { type Entry, instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { type Inside, inside } from '#server/domains/rentals/instances/instance-exec.service.ts'

export type { Entry }

/** The inside of an instance that runs and is the user's; undefined when it is not so. */
export async function findInside(deps: Deps, { instance_id, user_id }: Omit<Entry, 'session_id'>): Promise<Inside | undefined> {
  const row = await instanceAccessRepo(deps.database.kysely).findRunning(instance_id, user_id)
  return row && inside(deps, row)
}

/** Of those inside, the positions of whoever has no right to be there any more. */
export async function whoMustLeave({ database }: Pick<Deps, 'database'>, entries: readonly Entry[]): Promise<number[]> {
  const rightful = await instanceAccessRepo(database.kysely).stillRightful(entries)
  return entries.flatMap((_, nth) => (rightful.has(nth) ? [] : [nth]))
}
