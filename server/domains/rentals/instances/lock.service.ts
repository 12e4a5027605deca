import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** An instance under its lock, released ones included; for what the platform does by itself. */
export const lockInstance = (trx: Transaction<DB>, id: string): Promise<InstanceRow | undefined> => instancesRepo(trx).lock(id)

/** An own instance under its lock, or `not_found`. */
export async function lockOwnInstance(trx: Transaction<DB>, userId: string, id: string): Promise<InstanceRow> {
  const row = await instancesRepo(trx).lockOwn(userId, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Those of some instances that are one's own, each under its lock, taken in one order. */
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
