import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Locks an instance of any owner, including released ones; for platform jobs. */
export const lockInstance = (trx: Transaction<DB>, id: string): Promise<InstanceRow | undefined> => instancesRepo(trx).lock(id)

/** Locks an own instance; throws `not_found` otherwise. */
export async function lockOwnInstance(trx: Transaction<DB>, userId: string, id: string): Promise<InstanceRow> {
  const row = await instancesRepo(trx).lockOwn(userId, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Locks those of the given instances that belong to the user, in a fixed order. */
export async function lockOwnInstances(
  trx: Transaction<DB>,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, InstanceRow>> {
  const rows = new Map<string, InstanceRow>()
  for (const id of [...new Set(ids)].sort()) {
    const row = await instancesRepo(trx).lockOwn(userId, id)
    if (row) rows.set(id, row)
  }
  return rows
}
