import type { Transaction } from 'kysely'
import type { CodeName } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { tellFailed, tellHeld, tellServed } from '#server/domains/rentals/capacity/queue.notifications.ts'
import { type QueueRow, queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { publishQueue } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { checkWish, fulfil } from '#server/domains/rentals/capacity/queue-fulfilment.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** What may pass while somebody waits; anything else ends the waiting. */
const passing: readonly CodeName[] = [
  'insufficient_balance',
  'price_above_max',
  'action_not_allowed',
  'real_name_required',
  'real_name_pending',
  'account_frozen',
  'host_in_maintenance',
]

/** Somebody cancelled between our look and our write: what was done for the entry is taken back. */
class Gone extends Error {}

/** Serves the queues of all products. */
export async function serveQueues(deps: Deps): Promise<void> {
  const products = await queueRepo(deps.database.kysely).waitingProducts()
  await forEachIsolated(products, deps, 'serving a queue', (product_id) => serveQueue(deps, product_id))
}

/** Serves one queue as far as its cards go. Each boot commits by itself, so that a worker may die after any of them. */
export async function serveQueue(deps: Deps, product_id: string): Promise<void> {
  for (let served = true; served; ) {
    served = await inTransaction(deps, (tx) => serveNext(tx, product_id)).catch((error: unknown) => {
      if (error instanceof Gone) return true
      throw error
    })
  }
}

/**
 * Serves the first who can be served; false when nobody can. Somebody who could pay but needs more cards than are free keeps all
 * hosts that could serve him from those behind; somebody who could not be served anyhow is passed over and keeps his place.
 */
async function serveNext(tx: Tx, product_id: string): Promise<boolean> {
  const repo = queueRepo(tx.db)
  await repo.lockQueue(product_id)
  const free = new Map((await repo.stock(product_id)).map((host) => [host.host_id, host.free]))
  const kept = new Set<string>()
  for (const waiter of await repo.line(product_id)) {
    const open = waiter.hosts.filter((host) => !kept.has(host) && (free.get(host) ?? 0) > 0)
    if (open.length === 0) continue
    const entry = await repo.findWaiting(waiter.id)
    if (!entry || (await passedOver(tx, entry))) continue
    const fits = open.some((host) => free.get(host)! >= waiter.gpu_num)
    if (fits && (await served(tx, entry))) return true
    for (const host of waiter.hosts) kept.add(host)
  }
  return false
}

/** False when the cards it saw are not to be had after all. */
async function served(tx: Tx, entry: QueueRow): Promise<boolean> {
  let instance_id: string
  try {
    instance_id = await fulfil(tx, entry)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Nothing was written: the wallet, once locked, told otherwise than before, or a card was taken meanwhile.
    if (error.name_of_code !== 'no_free_gpu') await holdOrFail(tx, entry, error.name_of_code)
    return false
  }
  if (!(await queueRepo(tx.db).isDone(entry.id))) throw new Gone()
  await tellServed(tx, entry, instance_id)
  return true
}

/** Whether an entry cannot be served now whatever is free. A new reason is noted and told once; an old one that is over is forgotten. */
async function passedOver(tx: Tx, entry: QueueRow): Promise<boolean> {
  const reason = await refusalOf(tx.db, tx.deps, entry)
  if (reason !== undefined) await holdOrFail(tx, entry, reason)
  else if (entry.held_reason !== null) {
    await queueRepo(tx.db).hold(entry.id, null, null)
    await publishQueue(tx, entry.product_id)
  }
  return reason !== undefined
}

const refusalOf = (trx: Transaction<DB>, deps: Deps, entry: QueueRow): Promise<CodeName | undefined> =>
  checkWish(trx, deps, entry).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.name_of_code
      throw error
    },
  )

async function holdOrFail(tx: Tx, entry: QueueRow, reason: CodeName): Promise<void> {
  if (!passing.includes(reason)) return fail(tx, entry, reason)
  if (entry.held_reason === reason) return
  if (!(await queueRepo(tx.db).hold(entry.id, reason, entry.held_since ?? tx.now()))) return
  await tellHeld(tx, entry, reason)
  await publishQueue(tx, entry.product_id)
}

async function fail(tx: Tx, entry: QueueRow, reason: CodeName): Promise<void> {
  if (!(await queueRepo(tx.db).end(entry.id, { state: 'failed', ended_at: tx.now(), reason }))) return
  await tellFailed(tx, entry, reason)
  await publishQueue(tx, entry.product_id)
}

const held_ms = limits.queue_held_hours * 3_600_000

/** Looks again at those who are passed over: whose reason is gone waits like the others, whose lack of money lasts a day is sent home. */
export async function reviewHeld(deps: Deps): Promise<void> {
  const held = await queueRepo(deps.database.kysely).heldEntries()
  await forEachIsolated(held, deps, 'reviewing a held entry', ({ id, product_id }) =>
    inTransaction(deps, async (tx) => {
      await queueRepo(tx.db).lockQueue(product_id)
      const entry = await queueRepo(tx.db).findWaiting(id)
      if (!entry?.held_since || !(await passedOver(tx, entry))) return
      const too_long = deps.clock.now().getTime() - entry.held_since.getTime() >= held_ms
      if (entry.held_reason === 'insufficient_balance' && too_long) await fail(tx, entry, 'insufficient_balance')
    }),
  )
}
