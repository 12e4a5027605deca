import { gpusRepo, type HostFilter } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { recordCardRelease } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Frees the cards of an instance and notifies the queue. */
export async function releaseCards(
  tx: Tx,
  { id, product_id: productId }: Pick<InstanceRow, 'id' | 'product_id'>,
  hosts?: HostFilter,
): Promise<void> {
  for (const { host_id: hostId, model, cards } of await gpusRepo(tx.db).free(id, tx.now(), hosts))
    await recordCardRelease(tx, { product_id: productId, host_id: hostId, model, cards })
}
