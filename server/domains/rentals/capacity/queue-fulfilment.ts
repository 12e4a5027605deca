import type { Transaction } from 'kysely'
import { QueueForm } from '#contract/queue.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { type QueueRow, queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { publishQueueChange } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { assertWaitingBoot, bootWaitingInstance } from '#server/domains/rentals/instances/waiting-boot.service.ts'
import { assertCanOrder, createQuotedOrder } from '#server/domains/rentals/orders/orders.service.ts'
import { priceInstanceForm } from '#server/domains/rentals/orders/quote.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Builds the current quote of an entry. The entry id serves as the quote id, so that one entry makes only one order. */
async function buildCurrentQuote(trx: Transaction<DB>, entry: QueueRow) {
  const { form, offer, price } = await priceInstanceForm(trx, entry.user_id, QueueForm.parse(entry.form))
  const { price_micro: priceMicro, amount_fen: amountFen } = price
  return {
    jti: entry.id,
    form,
    price_id: offer.price_id,
    price_micro: priceMicro,
    ...pickImagePriceShare(price),
    amount_fen: amountFen,
  }
}

/**
 * Throws if an entry could not be served even with free cards: the same rules as for its owner's click, plus its price limit.
 * Only reads.
 */
export async function assertEntryServable(trx: Transaction<DB>, deps: Deps, entry: QueueRow): Promise<void> {
  if (await queueRepo(trx).isFrozen(entry.user_id)) throw new Refusal('account_frozen')
  const priceMicro =
    entry.kind === 'boot' ? await assertWaitingBoot(trx, deps, entry.instance_id!) : await assertCreateServable(trx, deps, entry)
  if (entry.max_hour_micro !== null && priceMicro > entry.max_hour_micro) throw new Refusal('price_above_max')
}

async function assertCreateServable(trx: Transaction<DB>, deps: Deps, entry: QueueRow): Promise<bigint> {
  const quoted = await buildCurrentQuote(trx, entry)
  await assertCanOrder(trx, deps, entry.user_id, quoted)
  return quoted.price_micro
}

/** Does what an entry waits for and ends it, in one transaction; throws before it writes. Returns the instance id. */
export async function fulfilQueueEntry(tx: Tx, entry: QueueRow): Promise<string> {
  if (entry.kind === 'boot') {
    await bootWaitingInstance(tx, entry.instance_id!)
    return entry.instance_id!
  }
  const order = await createQuotedOrder(tx, entry.user_id, await buildCurrentQuote(tx.db, entry), entry.place)
  const instanceId = order.instance_id!
  await queueRepo(tx.db).end(entry.id, { state: 'done', ended_at: tx.now(), instance_id: instanceId })
  await publishQueueChange(tx, entry.product_id)
  return instanceId
}
