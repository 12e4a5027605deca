import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Wakes the workers that serve queues: there may be cards for somebody. */
export const queueChannel = 'zhisuan_queue'

/** Hosts whose free cards are kept for those who wait: for a stranger all of them, for one in the queue those of its betters. */
export const listReservedHosts = async (db: Kysely<DB>, productId: string, place?: bigint): Promise<ReadonlySet<string>> =>
  new Set(await queueRepo(db).claimedHosts(productId, place))

/** The place of an instance that waits for its boot. */
export const findQueuePlace = async (db: Kysely<DB>, instanceId: string): Promise<bigint | undefined> =>
  (await queueRepo(db).findOfInstance(instanceId))?.place

/** Says that positions in the queue of a product, and what is free of it for others, have changed. */
export async function publishQueueChange(tx: Tx, productId: string): Promise<void> {
  await publishChange(tx, { user_id: null, resource: 'queue', id: productId })
  await publishChange(tx, { user_id: null, resource: 'products', id: productId })
  tx.afterCommit(() => tx.deps.database.notify(queueChannel, productId))
}

/** An instance that was waiting waits no longer: it boots, or is released. */
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

/** Remembers that cards were given back, and lets those who wait have them. */
export async function recordCardRelease(tx: Tx, { product_id: productId, ...freed }: FreedCards): Promise<void> {
  if (freed.cards === 0) return
  await queueRepo(tx.db).noteRelease({ ...freed, at: tx.now() })
  tx.afterCommit(() => tx.deps.database.notify(queueChannel, productId))
}
