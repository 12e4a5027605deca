import { gpusRepo, type Hosts } from '#server/domains/rentals/capacity/gpus.repo.ts'
import { noteRelease } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Frees the cards of an instance, for those who wait and for everybody. */
export async function giveBackCards(
  tx: Tx,
  { id, product_id }: Pick<InstanceRow, 'id' | 'product_id'>,
  hosts?: Hosts,
): Promise<void> {
  for (const { host_id, model, cards } of await gpusRepo(tx.db).free(id, hosts))
    await noteRelease(tx, { product_id, host_id, model, cards })
}
