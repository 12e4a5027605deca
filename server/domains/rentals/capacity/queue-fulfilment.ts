import type { Transaction } from 'kysely'
import { QueueForm } from '#contract/queue.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { type QueueRow, queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { publishQueue } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { bootWaiting, checkWaitingBoot } from '#server/domains/rentals/instances/waiting-boot.service.ts'
import { checkGate, orderQuoted } from '#server/domains/rentals/orders/orders.service.ts'
import { priceWish } from '#server/domains/rentals/orders/quote.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** What an order of this entry is quoted at now. The entry's id stands for the quote: one entry makes one order, ever. */
async function quotedNow(trx: Transaction<DB>, entry: QueueRow) {
  const { form, offer, price } = await priceWish(trx, entry.user_id, QueueForm.parse(entry.form))
  const { price_micro, amount_fen } = price
  return { jti: entry.id, form, price_id: offer.price_id, price_micro, ...shareOf(price), amount_fen }
}

/** Refuses what keeps an entry from being served, but for cards: the rules of its owner's own click, and its price limit. Only reads. */
export async function checkWish(trx: Transaction<DB>, deps: Deps, entry: QueueRow): Promise<void> {
  if (await queueRepo(trx).isFrozen(entry.user_id)) throw new Refusal('account_frozen')
  const price_micro =
    entry.kind === 'boot' ? await checkWaitingBoot(trx, deps, entry.instance_id!) : await checkCreate(trx, deps, entry)
  if (entry.max_hour_micro !== null && price_micro > entry.max_hour_micro) throw new Refusal('price_above_max')
}

async function checkCreate(trx: Transaction<DB>, deps: Deps, entry: QueueRow): Promise<bigint> {
  const quoted = await quotedNow(trx, entry)
  await checkGate(trx, deps, entry.user_id, quoted)
  return quoted.price_micro
}

/** Does what an entry waits for and ends it, in one transaction; refuses before it writes. Answers the instance. */
export async function fulfil(tx: Tx, entry: QueueRow): Promise<string> {
  if (entry.kind === 'boot') {
    await bootWaiting(tx, entry.instance_id!)
    return entry.instance_id!
  }
  const order = await orderQuoted(tx, entry.user_id, await quotedNow(tx.db, entry), entry.place)
  const instance_id = order.instance_id!
  await queueRepo(tx.db).end(entry.id, { state: 'done', ended_at: tx.now(), instance_id })
  await publishQueue(tx, entry.product_id)
  return instance_id
}
