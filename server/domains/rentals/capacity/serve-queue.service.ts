import type { Transaction } from 'kysely'
import type { ResultCodeName } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { notifyQueueFailed, notifyQueueHeld, notifyQueueServed } from '#server/domains/rentals/capacity/queue.notifications.ts'
import { type QueueRow, queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { publishQueueChange } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { assertEntryServable, fulfilQueueEntry } from '#server/domains/rentals/capacity/queue-fulfilment.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** Reasons that may pass while an entry waits; any other reason ends it. */
const temporaryReasons: readonly ResultCodeName[] = [
  'insufficient_balance',
  'price_above_max',
  'action_not_allowed',
  'real_name_required',
  'real_name_pending',
  'account_frozen',
  'host_in_maintenance',
  'project_gpus_limit',
]

/** Thrown if the entry was cancelled between read and write; rolls back what was done for it. */
class EntryCancelled extends Error {}

/** Serves the queues of all products. */
export async function serveQueues(deps: Deps): Promise<void> {
  const products = await queueRepo(deps.database.kysely).waitingProducts()
  await forEachIsolated(products, deps, 'serving a queue', (productId) => serveQueue(deps, productId))
}

/** Serves one queue as far as its cards go. Each entry commits separately, so that a worker may die after any of them. */
export async function serveQueue(deps: Deps, productId: string): Promise<void> {
  for (let served = true; served; ) {
    served = await inTransaction(deps, (tx) => serveNext(tx, productId)).catch((error: unknown) => {
      if (error instanceof EntryCancelled) return true
      throw error
    })
  }
}

/**
 * Serves the first servable entry; returns false if there is none. An entry that lacks only free cards blocks its hosts for those
 * behind; one that could not be served anyway is skipped and keeps its place.
 */
async function serveNext(tx: Tx, productId: string): Promise<boolean> {
  const repo = queueRepo(tx.db)
  await repo.lockQueue(productId)
  const free = new Map((await repo.stock(productId)).map((host) => [host.host_id, host.free]))
  const kept = new Set<string>()
  for (const waiter of await repo.line(productId)) {
    const open = waiter.hosts.filter((host) => !kept.has(host) && (free.get(host) ?? 0) > 0)
    if (open.length === 0) continue
    const entry = await repo.findWaiting(waiter.id)
    if (!entry || (await holdIfUnservable(tx, entry))) continue
    const fits = open.some((host) => free.get(host)! >= waiter.gpu_num)
    if (fits && (await tryServe(tx, entry))) return true
    for (const host of waiter.hosts) kept.add(host)
  }
  return false
}

/** Returns false if the cards are no longer available or the entry is refused. */
async function tryServe(tx: Tx, entry: QueueRow): Promise<boolean> {
  let instanceId: string
  try {
    instanceId = await fulfilQueueEntry(tx, entry)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Nothing was written: the locked wallet differs from the earlier read, or a card was leased meanwhile.
    if (error.name_of_code !== 'no_free_gpu') await holdOrFail(tx, entry, error.name_of_code)
    return false
  }
  if (!(await queueRepo(tx.db).isDone(entry.id))) throw new EntryCancelled()
  await notifyQueueServed(tx, entry, instanceId)
  return true
}

/**
 * Whether an entry cannot be served now, regardless of free cards. A new reason is stored and notified once; a resolved one is
 * cleared.
 */
async function holdIfUnservable(tx: Tx, entry: QueueRow): Promise<boolean> {
  const reason = await findRefusal(tx.db, tx.deps, entry)
  if (reason !== undefined) await holdOrFail(tx, entry, reason)
  else if (entry.held_reason !== null) {
    await queueRepo(tx.db).hold(entry.id, null, null)
    await publishQueueChange(tx, entry.product_id)
  }
  return reason !== undefined
}

const findRefusal = (trx: Transaction<DB>, deps: Deps, entry: QueueRow): Promise<ResultCodeName | undefined> =>
  assertEntryServable(trx, deps, entry).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.name_of_code
      throw error
    },
  )

async function holdOrFail(tx: Tx, entry: QueueRow, reason: ResultCodeName): Promise<void> {
  if (!temporaryReasons.includes(reason)) return failEntry(tx, entry, reason)
  if (entry.held_reason === reason) return
  if (!(await queueRepo(tx.db).hold(entry.id, reason, entry.held_since ?? tx.now()))) return
  await notifyQueueHeld(tx, entry, reason)
  await publishQueueChange(tx, entry.product_id)
}

async function failEntry(tx: Tx, entry: QueueRow, reason: ResultCodeName): Promise<void> {
  if (!(await queueRepo(tx.db).end(entry.id, { state: 'failed', ended_at: tx.now(), reason }))) return
  await notifyQueueFailed(tx, entry, reason)
  await publishQueueChange(tx, entry.product_id)
}

const heldMs = limits.queueHeldHours * 3_600_000

/** Rechecks held entries: an entry without a reason waits normally again; one that has lacked money for a day fails. */
export async function reviewHeldEntries(deps: Deps): Promise<void> {
  const held = await queueRepo(deps.database.kysely).heldEntries()
  await forEachIsolated(held, deps, 'reviewing a held entry', ({ id, product_id: productId }) =>
    inTransaction(deps, async (tx) => {
      await queueRepo(tx.db).lockQueue(productId)
      const entry = await queueRepo(tx.db).findWaiting(id)
      if (!entry?.held_since || !(await holdIfUnservable(tx, entry))) return
      const tooLong = deps.clock.now().getTime() - entry.held_since.getTime() >= heldMs
      if (entry.held_reason === 'insufficient_balance' && tooLong) await failEntry(tx, entry, 'insufficient_balance')
    }),
  )
}
