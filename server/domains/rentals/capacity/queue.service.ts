import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { parseYuanToMicro } from '#contract/money.ts'
import type { QueueForecast, QueueForm, queue } from '#contract/queue.ts'
import type { DB } from '#server/db/types.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { getProductOffer } from '#server/domains/catalog/products/products.service.ts'
import { assertGpusPossible } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { loadQueue, presentQueueEntries } from '#server/domains/rentals/capacity/queue.presenter.ts'
import { queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { publishQueueChange } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { computeQueueStanding, type QueueStanding } from '#server/domains/rentals/capacity/queue-wait.policy.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockInstanceToWait, recordQueueWait } from '#server/domains/rentals/instances/waiting-boot.service.ts'
import { priceInstanceForm } from '#server/domains/rentals/orders/quote.service.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Trx = Transaction<DB>
interface JoinInput {
  kind: 'boot' | 'create'
  product_id: string
  gpu_num: number
  instance_id?: string
  form?: z.output<typeof QueueForm>
}

export async function listQueueEntries({ deps, caller }: Context, query: Parameters<ReturnType<typeof queueRepo>['list']>[1]) {
  const db = deps.database.kysely
  const { items, total } = await queueRepo(db).list(caller.user_id, query)
  return { items: await presentQueueEntries(db, items, deps.clock.now()), total }
}

async function loadOwnEntry(trx: Trx | Context['deps']['database']['kysely'], { deps, caller }: Context, id: string) {
  const view = await queueRepo(trx).findView(caller.user_id, id)
  if (!view) throw new Refusal('not_found')
  const [entry] = await presentQueueEntries(trx, [view], deps.clock.now())
  return entry!
}

export const getQueueEntry = (ctx: Context, id: string) => loadOwnEntry(ctx.deps.database.kysely, ctx, id)

const getForecastStanding = async (
  { deps }: Context,
  productId: string,
  gpuNum: number,
  hosts: string[],
): Promise<QueueStanding> => {
  const queue = await loadQueue(deps.database.kysely, productId, deps.clock.now())
  return computeQueueStanding(queue, { gpu_num: gpuNum, hosts }, queue.line.length)
}

/** Returns the standing a new instance would get by joining the queue now. */
export async function getQueueForecast(ctx: Context, productId: string, gpuNum: number): Promise<z.input<typeof QueueForecast>> {
  const offer = await getProductOffer(ctx, productId)
  return getForecastStanding(ctx, offer.id, gpuNum, await queueRepo(ctx.deps.database.kysely).hostsOf(offer.id, gpuNum))
}

/** Returns the standing an own instance would get by joining the queue now. */
export async function getBootQueueForecast(ctx: Context, id: string): Promise<z.input<typeof QueueForecast>> {
  const { product_id: productId, gpu_num: gpuNum, host_id: hostId } = await getOwnInstance(ctx, id)
  return getForecastStanding(ctx, productId, gpuNum, [hostId])
}

/** Appends an entry to a locked queue. If it can be served at once, the worker does so a moment later. */
async function joinQueue(tx: Tx, ctx: Context, { form, ...wanted }: JoinInput, maxPrice: string | null) {
  const { deps, caller } = ctx
  const id = newId('queue')
  await queueRepo(tx.db).insert({
    ...wanted,
    id,
    user_id: caller.user_id,
    form: form ? JSON.stringify(form) : null,
    max_hour_micro: maxPrice === null ? null : parseYuanToMicro(maxPrice),
    state: 'waiting',
    created_at: deps.clock.now(),
  })
  await publishQueueChange(tx, wanted.product_id)
  return loadOwnEntry(tx.db, ctx, id)
}

/** Joins the queue to create an instance; nothing is paid before its turn. */
export const joinQueueToCreate = (ctx: Context, wish: z.output<typeof QueueForm>, maxPrice: string | null) =>
  ctx.transaction(async (tx) => {
    const { user_id: userId } = ctx.caller
    await requireRealName(tx.db, userId)
    const { form, offer, room } = await priceInstanceForm(tx.db, userId, wish)
    if (room.host_id !== undefined)
      throw createFieldRefusal('invalid', 'image_id', '该镜像只能在保存它的主机上使用，不能用它排队')
    await assertGpusPossible(tx.db, userId, form.gpu_num)
    await queueRepo(tx.db).lockQueue(offer.id)
    // Lock, so that two concurrent requests cannot both take the last slot.
    await getCashBalance(tx.db, userId, { lock: true })
    if ((await queueRepo(tx.db).countCreates(userId)) >= limits.queueCreatesMax) throw new Refusal('queue_limit')
    return joinQueue(tx, ctx, { kind: 'create', product_id: offer.id, gpu_num: form.gpu_num, form }, maxPrice)
  })

type BootInput = z.output<typeof queue.boot.body>

/** Joins the queue for cards on the host of an own instance. `accept_lost`: the lost disks the owner accepts to lose. */
export async function joinQueueToBoot(
  ctx: Context,
  id: string,
  { max_price_hour: maxPriceHour, accept_lost: acceptLost }: BootInput,
) {
  const { product_id: productId } = await getOwnInstance(ctx, id)
  return ctx.transaction(async (tx) => {
    await queueRepo(tx.db).lockQueue(productId)
    const row = await lockInstanceToWait(tx.db, ctx.deps, { user_id: ctx.caller.user_id, id, accept_lost: acceptLost })
    if (await queueRepo(tx.db).findOfInstance(id)) throw new Refusal('already_queued')
    await recordQueueWait(tx.db, ctx.deps, row)
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
    const wanted = { kind: 'boot', product_id: productId, gpu_num: row.gpu_num, instance_id: id } as const
    return joinQueue(tx, ctx, wanted, maxPriceHour)
  })
}

/** Leaves the queue; entries behind move up. */
export const cancelQueueEntry = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { product_id: productId } = await loadOwnEntry(tx.db, ctx, id)
    if (!(await queueRepo(tx.db).end(id, { state: 'cancelled', ended_at: ctx.deps.clock.now() })))
      throw new Refusal('queue_closed')
    await publishQueueChange(tx, productId)
    return loadOwnEntry(tx.db, ctx, id)
  })
