import type { Kysely } from 'kysely'
import type { DiscountType } from '#contract/activities.ts'
import type { CouponUse } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import type { DB } from '#server/db/types.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { type ImagePriceShare, pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { assertImageUnchanged, getImagePrice } from '#server/domains/catalog/community/image-prices.service.ts'
import { computeInstancePrice, type InstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { findProductOffer } from '#server/domains/catalog/products/products.service.ts'
import { createImagePeriod } from '#server/domains/money/creator-income/image-periods.service.ts'
import { assertSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { getPurchaseFundsCheck } from '#server/domains/rentals/instances/funds-check.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { type Buyer, prepayInstance } from '#server/domains/rentals/instances/prepaid.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import type { OrderRow } from '#server/domains/rentals/orders/orders.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const periodUnits = { day: '天', week: '周' } as const satisfies Record<DiscountType, string>

/** The billing state of an instance when a period was quoted; if it has changed, the price no longer holds. */
export interface BillingSnapshot {
  charge_rule: ChargeRule
  expire_at: string | null
}

export const toBillingSnapshot = (row: Pick<InstanceRow, 'charge_rule' | 'expire_at'>): BillingSnapshot => ({
  charge_rule: row.charge_rule as ChargeRule,
  expire_at: row.expire_at?.toISOString() ?? null,
})

export function assertBillingUnchanged(row: InstanceRow, before: BillingSnapshot): void {
  const seen = toBillingSnapshot(row)
  if (seen.charge_rule !== before.charge_rule || seen.expire_at !== before.expire_at)
    throw new Refusal('quote_changed', { message: '实例的计费方式或到期时间已变化，请重新确认' })
}

/** Returns the current list price of an instance as it is. Throws `product_gone` if the product is no longer on sale. */
export async function getListPrice(
  db: Kysely<DB>,
  row: Pick<InstanceRow, 'user_id' | 'image_id' | 'product_id' | 'gpu_num' | 'data_disk_gb'>,
  bought: { charge_rule: ChargeRule; quantity: number },
): Promise<{ price_id: string; price: InstancePrice }> {
  const offer = await findProductOffer(db, row.product_id)
  if (!offer) throw new Refusal('product_gone')
  const image = await getImagePrice(db, row.user_id, row.image_id)
  return {
    price_id: offer.price_id,
    price: computeInstancePrice(offer, { ...row, ...bought, data_disk: row.data_disk_gb }, { image }),
  }
}

/** Returns the required funds: the payment now, and one hour of everything else that is metered (product §5). */
export const getRequiredFunds = (
  db: Kysely<DB>,
  row: Pick<InstanceRow, 'id' | 'user_id'>,
  bought: { use: CouponUse; charge_rule: ChargeRule; amount_fen: bigint },
  now: Date,
) => getPurchaseFundsCheck(db, row.user_id, [{ id: row.id, ...bought }], now)

interface Period extends ImagePriceShare {
  charge_rule: DiscountType
  quantity: number
  price_id: string
  price_micro: bigint
  amount_fen: bigint
}

/** Bought time begins when the current package ends. */
const computePeriodStart = ({ expire_at: expireAt }: InstanceRow, now: Date): Date =>
  expireAt && expireAt > now ? expireAt : now

interface PeriodSale extends Pick<OrderRow, 'kind' | 'quote_id'> {
  period: Period
  /** Shown on the timeline, and after the instance name on the order. */
  title: string
  by: Buyer
  activity_id?: string
}

/**
 * Sells prepaid time to a locked instance whose owner's wallet is locked: checks, cards, expiry and order. All purchases of time
 * go through here. Throws before it writes, so that a caller may catch the Refusal and continue.
 */
export async function sellPeriod(tx: Tx, row: InstanceRow, sale: PeriodSale): Promise<OrderRow> {
  const { period, title, kind, quote_id: quoteId, by, activity_id: activityId = null } = sale
  const { amount_fen: amountFen, ...bought } = period
  const now = tx.now()
  await requireRealName(tx.db, row.user_id)
  await assertSubAccountLimits(tx.db, row.user_id, { price_micro: period.price_micro, new_instance: false })
  if (
    !(await getRequiredFunds(tx.db, row, { use: kind as CouponUse, charge_rule: period.charge_rule, amount_fen: amountFen }, now))
      .enough
  )
    throw new Refusal('insufficient_balance')
  await assertImageUnchanged(tx.db, row, period)
  const endsAt = await prepayInstance(tx, row, { ...bought, title, by })
  const order = await bookOrder(tx, {
    user_id: row.user_id,
    kind,
    title: `${row.nick_name} ${title}`,
    amount_fen: amountFen,
    charge_rule: period.charge_rule,
    quantity: period.quantity,
    instance_id: row.id,
    price_id: period.price_id,
    quote_id: quoteId,
    activity_id: activityId,
    created_at: now,
  })
  await createImagePeriod(tx.db, {
    ...pickImagePriceShare(period),
    order,
    starts_at: computePeriodStart(row, now),
    ends_at: endsAt,
  })
  return { ...order, instance_name: row.nick_name, refunded_fen: 0n }
}

/** Formats a period: `2 天`, `1 周`. */
export const formatPeriod = (rule: DiscountType, quantity: number): string => `${quantity} ${periodUnits[rule]}`
