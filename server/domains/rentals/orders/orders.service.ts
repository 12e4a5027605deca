import type { Transaction } from 'kysely'
import type { CreateInstanceForm, Order } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { takePart } from '#server/domains/catalog/activities/participation.service.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { periodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { Product } from '#server/domains/catalog/products/products.repo.ts'
import { findProduct } from '#server/domains/catalog/products/products.service.ts'
import { beginImageTime } from '#server/domains/money/creator-income/image-periods.service.ts'
import { refuseBeyondLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { createInstance } from '#server/domains/rentals/instances/create-instance.service.ts'
import { meansOf } from '#server/domains/rentals/instances/funds-check.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { weighNew } from '#server/domains/rentals/orders/quote.service.ts'
import { type Quoted, readKeptQuote, readQuote } from '#server/domains/rentals/orders/quote-token.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { lockPurse, type Purse } from '#server/ledger/vouchers.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export const listOrders = ({ deps, caller }: Context, query: Parameters<ReturnType<typeof ordersRepo>['list']>[1]) =>
  ordersRepo(deps.database.kysely).list(caller.user_id, query)

/** The order that was made of a quote, if one was. */
export const findOrderOfQuote = (trx: Transaction<DB>, user_id: string, quote_id: string): Promise<OrderRow | undefined> =>
  ordersRepo(trx).findByQuote(user_id, quote_id)

/** Orders what was quoted. One quote makes one order, however often it is sent (product §3). */
export async function placeOrder(ctx: Context, token: string): Promise<Order> {
  const { deps, caller } = ctx
  const quoted = await readQuote(deps, caller.user_id, token)
  return ctx.transaction(async (tx) => presentOrder(await orderQuoted(tx, caller.user_id, quoted)))
}

/** Makes the order of a quote, or answers the one that was made; refuses before it writes. `place` is that of one who has waited in the queue. */
export async function orderQuoted(tx: Tx, user_id: string, quoted: Quoted, place?: bigint): Promise<OrderRow> {
  // The wallet row is locked first: orders of one user go one after the other.
  await cashBalance(tx.db, user_id, { lock: true })
  const placed = await findOrderOfQuote(tx.db, user_id, quoted.jti)
  if (placed?.status === 'pending') return payOrder(tx, placed)
  if (placed?.status === 'cancelled') throw new Refusal('quote_expired')
  if (placed) return placed
  return createOrder(tx, user_id, quoted, { ...(await admit(tx.db, tx.deps, user_id, quoted)), place })
}

/**
 * Pays an order that waits, or answers it when it is paid already. The caller has locked the wallet. Refuses `order_closed`
 * and whatever else would refuse the order today; the price is that of its quote (product §5).
 */
export async function payOrder(tx: Tx, { id, user_id }: Pick<OrderRow, 'id' | 'user_id'>): Promise<OrderRow> {
  const saved = await ordersRepo(tx.db).lock(id)
  if (saved?.status === 'pending' && saved.expires_at! > tx.now()) {
    const quoted = readKeptQuote(saved.quoted)
    return createOrder(tx, user_id, quoted, { ...(await admit(tx.db, tx.deps, user_id, quoted)), saved })
  }
  if (saved?.status === 'pending' || saved?.status === 'cancelled') throw new Refusal('order_closed')
  return (await ordersRepo(tx.db).find(user_id, id))!
}

interface Admitted {
  product: Product
  purse: Purse
}

/** Lets one through the gate whose wallet is locked; what was read there is held, and serves to write the order. */
async function admit(trx: Transaction<DB>, deps: Deps, user_id: string, quoted: Quoted): Promise<Admitted> {
  const purse = await lockPurse(trx, user_id)
  return { purse, product: await checkGate(trx, deps, user_id, quoted, purse) }
}

/**
 * Whether a user may place this order: real name, and money for an hour of everything or the whole package (product §5).
 * Answers the product.
 */
export async function checkGate(
  trx: Transaction<DB>,
  { clock }: Deps,
  user_id: string,
  quoted: Pick<Quoted, 'form' | 'price_micro' | 'amount_fen'>,
  purse?: Purse,
): Promise<Product> {
  await requireRealName(trx, user_id)
  await refuseBeyondLimits(trx, user_id, quoted)
  const product = await findProduct(trx, quoted.form.product_id)
  if (!product) throw new Refusal('quote_changed')
  const means = await meansOf(trx, user_id, clock.now(), purse)
  if (!weighNew(means, quoted, product).enough) throw new Refusal('insufficient_balance')
  return product
}

async function createOrder(
  tx: Tx,
  user_id: string,
  quoted: Quoted,
  { product, purse, place, saved }: Admitted & { place?: bigint | undefined; saved?: Pick<OrderRow, 'id' | 'created_at'> },
): Promise<OrderRow> {
  const { form, price_id, amount_fen } = quoted
  const now = tx.now()
  const { activity_id } = form
  const activity = activity_id ? await takePart(tx.db, { user_id, activity_id, product_id: product.id, now }) : undefined
  const instance = await createInstance(tx, {
    user_id,
    form,
    product,
    price_id,
    price_micro: quoted.price_micro,
    ...shareOf(quoted),
    place,
  })
  const order = await bookOrder(tx, {
    user_id,
    kind: 'create_instance',
    title: orderTitle(form, product, activity),
    amount_fen,
    charge_rule: form.charge_rule,
    quantity: form.quantity,
    instance_id: instance.id,
    price_id,
    quote_id: quoted.jti,
    activity_id: activity?.id ?? null,
    created_at: now,
    saved: saved && { id: saved.id, created_at: saved.created_at },
    coupon: couponOf(quoted),
    place: { product_id: product.id, region_id: product.region_id },
    purse,
  })
  if (form.charge_rule !== 'hour')
    await beginImageTime(tx.db, {
      ...shareOf(quoted),
      order,
      starts_at: now,
      ends_at: new Date(now.getTime() + periodMs(form.charge_rule, form.quantity)),
    })
  return { ...order, instance_name: form.nick_name, refunded_fen: 0n }
}

export const orderTitle = (form: CreateInstanceForm, product: Product, activity?: { title: string }): string =>
  `创建实例 ${form.nick_name}（${product.gpu_model} × ${form.gpu_num}${activity ? `，${activity.title}` : ''}）`

/** What a quote has taken off already, and by what. */
export const couponOf = ({ form, discount_fen }: Pick<Quoted, 'form' | 'discount_fen'>) =>
  form.coupon_id && discount_fen ? { id: form.coupon_id, discount_fen } : undefined
