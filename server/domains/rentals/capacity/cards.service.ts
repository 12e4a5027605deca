import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { gpusRepo, type Hosts } from '#server/domains/rentals/capacity/gpus.repo.ts'
import { noteRelease } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { AfterCommit } from '#server/http/context.ts'

/** Frees the cards of an instance, for those who wait and for everybody. */
export async function giveBackCards(
  trx: Transaction<DB>,
  afterCommit: AfterCommit,
  deps: Deps,
  { id, product_id }: Pick<InstanceRow, 'id' | 'product_id'>,
  hosts?: Hosts,
): Promise<void> {
  for (const { host_id, model, cards } of await gpusRepo(trx).free(id, hosts))
    await noteRelease(trx, afterCommit, deps, { product_id, host_id, model, cards })
}
