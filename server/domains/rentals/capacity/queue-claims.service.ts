import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { notifyAfterCommit, type Tx } from '#server/tx.ts'

/** Notification channel that wakes the queue workers when cards may be available. */
export const queueChannel = 'zhisuan_queue'

/**
 * Returns the hosts whose free cards are reserved for the queue: by all entries, or, with `place`, only by those before that
 * place.
 */
export const listReservedHosts = async (db: Kysely<DB>, productId: string, place?: bigint): Promise<ReadonlySet<string>> =>
  new Set(await queueRepo(db).claimedHosts(productId, place))

/** Returns the queue place of an instance that waits to boot. */
export const findQueuePlace = async (db: Kysely<DB>, instanceId: string): Promise<bigint | undefined> =>
  (await queueRepo(db).findOfInstance(instanceId))?.place

/** Publishes that the positions in a product's queue, and the stock left for others, have changed. */
export async function publishQueueChange(tx: Tx, productId: string): Promise<void> {
  await publishChange(tx, { user_id: null, resource: 'queue', id: productId })
  await publishChange(tx, { user_id: null, resource: 'products', id: productId })
  notifyAfterCommit(tx, queueChannel, productId)
}

/** Ends the queue entry of an instance that boots or is released. */
export async function leaveQueue(tx: Tx, instanceId: string, state: 'done' | 'cancelled'): Promise<void> {
  const entry = await queueRepo(tx.db).findOfInstance(instanceId)
  if (!entry) return
  if (await queueRepo(tx.db).end(entry.id, { state, ended_at: tx.now() })) await publishQueueChange(tx, entry.product_id)
}

interface FreedCards {
  product_id: string
  host_id: string
  model: string
  cards: number
}

/** Records that cards were freed, and wakes the queue workers. */
export async function recordCardRelease(tx: Tx, { product_id: productId, ...freed }: FreedCards): Promise<void> {
  if (freed.cards === 0) return
  await queueRepo(tx.db).noteRelease({ ...freed, at: tx.now() })
  notifyAfterCommit(tx, queueChannel, productId)
}
