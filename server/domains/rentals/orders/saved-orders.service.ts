import { limits } from '#contract/limits.ts'
import type { Order } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { findProductOnSale } from '#server/domains/catalog/products/products.service.ts'
import { lockQuotedCoupon } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { findOrderOfQuote, formatOrderTitle, payOrder, toQuotedCoupon } from '#server/domains/rentals/orders/orders.service.ts'
import { readQuote, serializeQuote } from '#server/domains/rentals/orders/quote-token.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { inTransaction } from '#server/tx.ts'

/** Saves the quote of a package as a pending order. It reserves no card and no activity share (product §5). */
export async function saveOrder(ctx: Context, token: string): Promise<Order> {
  const { deps, caller } = ctx
  const { user_id: userId } = caller
  const quoted = await readQuote(deps, userId, token)
  if (quoted.form.charge_rule === 'hour') throw createFieldRefusal('invalid', 'quote', '按量计费下单时不付款，不需要保存')
  return ctx.transaction(async (tx) => {
    await getCashBalance(tx.db, userId, { lock: true })
    const placed = await findOrderOfQuote(tx.db, userId, quoted.jti)
    if (placed) return presentOrder(placed)
    await requireRealName(tx.db, userId)
    if ((await ordersRepo(tx.db).countPending(userId)) >= limits.ordersPendingMax) throw new Refusal('orders_pending_limit')
    const product = await findProductOnSale(tx.db, quoted.form.product_id)
    if (!product) throw new Refusal('quote_changed')
    const now = deps.clock.now()
    const order = {
      id: newId('order'),
      user_id: userId,
      kind: 'create_instance',
      title: formatOrderTitle(quoted.form, product),
      status: 'pending',
      amount_fen: quoted.amount_fen,
      charge_rule: quoted.form.charge_rule,
      quantity: quoted.form.quantity,
      price_id: quoted.price_id,
      quote_id: quoted.jti,
      quoted: serializeQuote(quoted),
      created_at: now,
      expires_at: new Date(now.getTime() + limits.orderPendingSeconds * 1000),
    }
    const coupon = toQuotedCoupon(quoted)
    if (coupon) {
      const { charge_rule: chargeRule } = quoted.form
      const purchase = {
        use: 'create_instance',
        product_id: product.id,
        region_id: product.region_id,
        charge_rule: chargeRule,
      } as const
      const asked = {
        ...purchase,
        user_id: userId,
        coupon_id: coupon.id,
        amount_fen: quoted.amount_fen + coupon.discount_fen,
        now,
      }
      await lockQuotedCoupon(tx.db, asked, coupon.discount_fen)
    }
    await ordersRepo(tx.db)
      .buildInsert({ ...order, coupon_id: coupon?.id ?? null, discount_fen: coupon?.discount_fen ?? 0n })
      .execute()
    await publishChange(tx, { user_id: userId, resource: 'orders', id: order.id })
    return presentOrder((await ordersRepo(tx.db).find(userId, order.id))!)
  })
}

async function getOwnOrder({ deps, caller }: Context, id: string): Promise<OrderRow> {
  const row = await ordersRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Pays a pending order: one instance and one posting, however often the request is sent. */
export async function paySavedOrder(ctx: Context, id: string): Promise<Order> {
  const { caller } = ctx
  const order = await getOwnOrder(ctx, id)
  return ctx.transaction(async (tx) => {
    // Lock order as everywhere: the wallet before the order.
    await getCashBalance(tx.db, caller.user_id, { lock: true })
    return presentOrder(await payOrder(tx, order))
  })
}

/** Cancels a pending order. Returns a closed one unchanged; throws `order_not_pending` if it was paid. */
export async function cancelSavedOrder(ctx: Context, id: string): Promise<Order> {
  const { deps, caller } = ctx
  await getOwnOrder(ctx, id)
  return ctx.transaction(async (tx) => {
    await getCashBalance(tx.db, caller.user_id, { lock: true })
    const row = (await ordersRepo(tx.db).lock(id))!
    if (row.status === 'pending') {
      await ordersRepo(tx.db).buildUpdate(id, { status: 'cancelled', closed_by: 'user', closed_at: deps.clock.now() }).execute()
      await publishChange(tx, { user_id: caller.user_id, resource: 'orders', id })
    } else if (row.status !== 'cancelled') throw new Refusal('order_not_pending')
    return presentOrder((await ordersRepo(tx.db).find(caller.user_id, id))!)
  })
}

/** Closes orders that were not paid within 15 minutes; no money has moved. */
export async function closeExpiredOrders(deps: Deps): Promise<void> {
  await inTransaction(deps, async (tx) => {
    for (const { id, user_id: userId } of await ordersRepo(tx.db).closeExpired(deps.clock.now())) {
      await publishChange(tx, { user_id: userId, resource: 'orders', id })
    }
  })
}
