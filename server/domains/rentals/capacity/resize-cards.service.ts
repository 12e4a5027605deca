import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { ProductRow } from '#server/domains/catalog/products/products.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { claimGpus, gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { listReservedHosts, recordCardRelease } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { releaseCards } from '#server/domains/rentals/capacity/release-cards.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Returns the cards of each model on the instance's host, and how many of them it could have. */
export const listCardsOnHost = (db: Kysely<DB>, row: Pick<InstanceRow, 'host_id' | 'id'>) =>
  gpusRepo(db).onHost(row.host_id, row.id)

type ResizeTarget = Pick<ProductRow, 'id' | 'gpu_model'>

/** Replaces a package's leased cards by those of its new configuration, on the same host. Throws `no_free_gpu`. */
export async function resizeCards(tx: Tx, row: InstanceRow, to: ResizeTarget, gpuNum: number): Promise<void> {
  const gpus = gpusRepo(tx.db)
  const ownModel = await gpus.modelOf(row.product_id)
  if (ownModel !== to.gpu_model) await releaseCards(tx, row)
  const held = await gpus.of(row.id)
  const surplus = held.slice(gpuNum)
  if (surplus.length > 0) {
    await gpus.freeSome(surplus, tx.now())
    const { product_id: productId, host_id: hostId } = row
    await recordCardRelease(tx, { product_id: productId, host_id: hostId, model: ownModel, cards: surplus.length })
  }
  if (held.length < gpuNum) {
    const kept = await listReservedHosts(tx.db, to.id)
    const taken = kept.has(row.host_id) ? undefined : await claimGpus(tx.db, [row.host_id], to.gpu_model, gpuNum - held.length)
    if (!taken) throw new Refusal('no_free_gpu', { message: '主机上空闲的 GPU 不足，请减少卡数、先迁移，或稍后再试' })
    await gpus.lease(taken.uuids, row.id, tx.now())
  }
  for (const id of new Set([row.product_id, to.id])) await publishChange(tx, { user_id: null, resource: 'products', id })
}
