import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { microOfYuan } from '#contract/money.ts'
import type { QueueForm, QueueOutlook, queue } from '#contract/queue.ts'
import type { DB } from '#server/db/types.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { getOffer } from '#server/domains/catalog/products/products.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { presentEntries, queueOf } from '#server/domains/rentals/capacity/queue.presenter.ts'
import { queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { publishQueue } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { type Standing, standingOf } from '#server/domains/rentals/capacity/queue-wait.policy.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockToWait, noteWaiting } from '#server/domains/rentals/instances/waiting-boot.service.ts'
import { priceWish } from '#server/domains/rentals/orders/quote.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Trx = Transaction<DB>
interface Joining {
  kind: 'boot' | 'create'
  product_id: string
  gpu_num: number
  instance_id?: string
  form?: z.output<typeof QueueForm>
}

export async function listEntries({ deps, caller }: Context, query: Parameters<ReturnType<typeof queueRepo>['list']>[1]) {
  const db = deps.database.kysely
  const { items, total } = await queueRepo(db).list(caller.user_id, query)
  return { items: await presentEntries(db, items, deps.clock.now()), total }
}

async function presentOwn(trx: Trx | Context['deps']['database']['kysely'], { deps, caller }: Context, id: string) {
  const view = await queueRepo(trx).findView(caller.user_id, id)
  if (!view) throw new Refusal('not_found')
  const [entry] = await presentEntries(trx, [view], deps.clock.now())
  return entry!
}

export const getEntry = (ctx: Context, id: string) => presentOwn(ctx.deps.database.kysely, ctx, id)

const outlookOf = async ({ deps }: Context, product_id: string, gpu_num: number, hosts: string[]): Promise<Standing> => {
  const queue = await queueOf(deps.database.kysely, product_id, deps.clock.now())
  return standingOf(queue, { gpu_num, hosts }, queue.line.length)
}

/** What joining now would mean for somebody who wants a new instance. */
export async function outlook(ctx: Context, product_id: string, gpu_num: number): Promise<z.input<typeof QueueOutlook>> {
  const offer = await getOffer(ctx, product_id)
  return outlookOf(ctx, offer.id, gpu_num, await queueRepo(ctx.deps.database.kysely).hostsOf(offer.id, gpu_num))
}

/** What joining now would mean for an own instance. */
export async function bootOutlook(ctx: Context, id: string): Promise<z.input<typeof QueueOutlook>> {
  const { product_id, gpu_num, host_id } = await ownInstance(ctx, id)
  return outlookOf(ctx, product_id, gpu_num, [host_id])
}

/** Puts somebody at the end of a queue that is locked. Whoever can be served at once is, a moment later, by the worker. */
async function join(tx: Tx, ctx: Context, { form, ...wanted }: Joining, max_price: string | null) {
  const { deps, caller } = ctx
  const id = newId('queue')
  await queueRepo(tx.db).insert({
    ...wanted,
    id,
    user_id: caller.user_id,
    form: form ? JSON.stringify(form) : null,
    max_hour_micro: max_price === null ? null : microOfYuan(max_price),
    state: 'waiting',
    created_at: deps.clock.now(),
  })
  await publishQueue(tx, wanted.product_id)
  return presentOwn(tx.db, ctx, id)
}

/** Waits for cards to create an instance with; nothing is paid before its turn. */
export const joinCreate = (ctx: Context, wish: z.output<typeof QueueForm>, max_price: string | null) =>
  ctx.transaction(async (tx) => {
    const { user_id } = ctx.caller
    await requireRealName(tx.db, user_id)
    const { form, offer } = await priceWish(tx.db, user_id, wish)
    await queueRepo(tx.db).lockQueue(offer.id)
    // Two at once must not both be the last one.
    await cashBalance(tx.db, user_id, { lock: true })
    if ((await queueRepo(tx.db).countCreates(user_id)) >= limits.queue_creates_max) throw new Refusal('queue_limit')
    return join(tx, ctx, { kind: 'create', product_id: offer.id, gpu_num: form.gpu_num, form }, max_price)
  })

type BootWish = z.output<typeof queue.boot.body>

/** Waits for cards on the host of an own instance. `accept_lost`: the lost disks it goes on without when its turn comes. */
export async function joinBoot(ctx: Context, id: string, { max_price_hour, accept_lost }: BootWish) {
  const { product_id } = await ownInstance(ctx, id)
  return ctx.transaction(async (tx) => {
    await queueRepo(tx.db).lockQueue(product_id)
    const row = await lockToWait(tx.db, ctx.deps, { user_id: ctx.caller.user_id, id, accept_lost })
    if (await queueRepo(tx.db).findOfInstance(id)) throw new Refusal('already_queued')
    await noteWaiting(tx.db, ctx.deps, row)
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
    const wanted = { kind: 'boot', product_id, gpu_num: row.gpu_num, instance_id: id } as const
    return join(tx, ctx, wanted, max_price_hour)
  })
}

/** Leaves the queue; whoever is behind moves up. */
export const cancelEntry = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { product_id } = await presentOwn(tx.db, ctx, id)
    if (!(await queueRepo(tx.db).end(id, { state: 'cancelled', ended_at: ctx.deps.clock.now() })))
      throw new Refusal('queue_closed')
    await publishQueue(tx, product_id)
    return presentOwn(tx.db, ctx, id)
  })
