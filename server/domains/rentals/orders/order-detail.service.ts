import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { formatFenAsYuan } from '#contract/money.ts'
import type { OrderDetail, OrderRefund, orderCloseReasons } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { findProductOnSale } from '#server/domains/catalog/products/products.service.ts'
import { getUserFunds } from '#server/domains/rentals/instances/funds-check.service.ts'
import { formatRefundReason, listPaidPeriodRefunds } from '#server/domains/rentals/orders/convert-to-hourly.service.ts'
import { orderDetailRepo } from '#server/domains/rentals/orders/order-detail.repo.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { computeNewInstanceFunds } from '#server/domains/rentals/orders/quote.service.ts'
import { parseSavedQuote } from '#server/domains/rentals/orders/quote-token.ts'
import { type BoughtInstance, computeRefundableNow } from '#server/domains/rentals/orders/refundable-now.policy.ts'
import { type RefundRow, refundsRepo } from '#server/domains/rentals/orders/refunds.repo.ts'
import { getListPrice } from '#server/domains/rentals/orders/sell-period.service.ts'
import type { Context } from '#server/http/context.ts'
import { toOpaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

const presentRefund = ({
  id,
  cash_fen: cashFen,
  voucher_fen: voucherFen,
  reason,
  at,
}: RefundRow): z.input<typeof OrderRefund> => ({
  id,
  cash: formatFenAsYuan(cashFen),
  voucher: formatFenAsYuan(voucherFen),
  reason,
  at: at.toISOString(),
})

/** Returns what the balance lacks for a pending order, by the order's own rule; null if it is enough. */
async function findMissingFunds(db: Kysely<DB>, row: OrderRow, now: Date): Promise<string | null> {
  if (row.status !== 'pending') return null
  const quoted = parseSavedQuote(row.quoted)
  const product = await findProductOnSale(db, quoted.form.product_id)
  if (!product) return null
  const means = await getUserFunds(db, row.user_id, now)
  const lacksFen = computeNewInstanceFunds(means, quoted, product).required_fen - means.free_fen
  return lacksFen > 0n ? formatFenAsYuan(lacksFen) : null
}

async function findBoughtInstance(db: Kysely<DB>, row: OrderRow, now: Date): Promise<BoughtInstance | undefined> {
  const instance = row.instance_id ? await orderDetailRepo(db).instance(row.instance_id) : undefined
  if (!instance || instance.released_at || instance.charge_rule === 'hour' || !instance.expire_at || instance.expire_at <= now)
    return instance && { ...instance, on_conversion: null }
  const hourly = await getListPrice(db, instance, { charge_rule: 'hour', quantity: 1 }).catch(ignoreRefusal)
  if (!hourly) return { ...instance, on_conversion: null }
  const { price_id: priceId, price } = hourly
  const parts = await listPaidPeriodRefunds(
    db,
    instance,
    { price_id: priceId, price_micro: price.price_micro, ...pickImagePriceShare(price) },
    now,
  )
  const own = parts.find(({ stretch }) => stretch.order_id === row.id)
  if (!own) return { ...instance, on_conversion: null }
  const { detail } = formatRefundReason(own)
  return { ...instance, on_conversion: { back_fen: own.back_fen, why: detail } }
}

/** A product that is not on sale has no hourly price, so no conversion either. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** Returns one order with payments, refunds and what would be refunded now. */
export async function getOrderDetail({ deps, caller }: Context, id: string): Promise<z.input<typeof OrderDetail>> {
  const row = await ordersRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return presentOrderDetail(deps, deps.database.kysely, row)
}

export async function presentOrderDetail(
  { clock, keys: { row_ids: rowIds } }: Pick<Deps, 'clock' | 'keys'>,
  db: Kysely<DB>,
  row: OrderRow,
): Promise<z.input<typeof OrderDetail>> {
  const now = clock.now()
  const repo = orderDetailRepo(db)
  const back = computeRefundableNow(row, await findBoughtInstance(db, row, now), now)
  return {
    ...presentOrder(row),
    price_version: (await repo.price(row.price_id)).version,
    closed_by: row.closed_by as keyof typeof orderCloseReasons | null,
    closed_at: row.closed_at?.toISOString() ?? null,
    lacks: await findMissingFunds(db, row, now),
    entries: (await repo.entries(row.user_id, row.id)).map((entry) => ({
      id: toOpaqueId(rowIds, 'entry', entry.id),
      title: entry.title,
      wallet: entry.kind as 'cash' | 'voucher',
      amount: formatFenAsYuan(entry.amount_fen),
      at: entry.at.toISOString(),
    })),
    refunds: (await refundsRepo(db).ofOrder(row.id)).map(presentRefund),
    back_now: { amount: formatFenAsYuan(back.amount_fen), how: back.how, why: back.why },
  }
}
