import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ActivityQuote } from '#contract/activities.ts'
import { presentPriceUnit } from '#contract/charge-rule.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { getActivityTerms, lockActivityTerms } from '#server/domains/catalog/activities/participation.service.ts'
import type { ActivityTerms } from '#server/domains/catalog/activities/terms.policy.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { getImagePrice } from '#server/domains/catalog/community/image-prices.service.ts'
import { computeInstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { findProductOffer } from '#server/domains/catalog/products/products.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { assertPrepayable, computeExpiryAfter, hasCardsAvailable } from '#server/domains/rentals/instances/prepaid.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { readPeriodQuote, signPeriodQuote } from '#server/domains/rentals/orders/quote-token.ts'
import {
  assertBillingUnchanged,
  formatPeriod,
  getRequiredFunds,
  sellPeriod,
  toBillingSnapshot,
} from '#server/domains/rentals/orders/sell-period.service.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Throws if the activity's period cannot be bought for this instance, whatever the price. */
function assertEligible(row: InstanceRow, { for_existing: forExisting }: ActivityTerms, now: Date): void {
  if (!forExisting) throw new Refusal('activity_not_eligible', { message: '这个活动只用于新建的实例' })
  assertPrepayable(row, now)
}

async function getPeriodPrice(db: Kysely<DB>, row: InstanceRow, { discount_type: discountType, period, percent }: ActivityTerms) {
  const offer = await findProductOffer(db, row.product_id)
  if (!offer) throw new Refusal('activity_over', { message: '该产品已下架，不能参与活动' })
  const form = { gpu_num: row.gpu_num, data_disk: row.data_disk_gb, charge_rule: discountType, quantity: period }
  const image = await getImagePrice(db, row.user_id, row.image_id)
  return {
    price_id: offer.price_id,
    price: computeInstancePrice(offer, form, { percent, image }),
    usual: computeInstancePrice(offer, form, { image }),
  }
}

/** Returns how the previous billing is settled once a period is bought. */
export const formatSettleNote = ({ charge_rule: chargeRule, expire_at: expireAt, status }: InstanceRow, now: Date): string => {
  if (chargeRule === 'hour')
    return status === 2
      ? '已用的按量费用此刻结算到秒，之后改按套餐计，到期前不再按量扣费。'
      : '之前的按量费用已经结清；GPU 从现在起为你保留，套餐从下单时起算，关机期间照常计时。'
  return expireAt && expireAt > now
    ? '接在现有套餐之后，不影响已买的时长；到期前关机不退款。'
    : '套餐已经到期，从下单时重新起算，GPU 重新为你保留。'
}

/** Quotes an activity's period for an own instance: price, what changes, and the token for the order. */
export async function quotePeriod(ctx: Context, id: string, activityId: string): Promise<z.input<typeof ActivityQuote>> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const now = deps.clock.now()
  const row = await getOwnInstance(ctx, id)
  const terms = await getActivityTerms(db, { user_id: caller.user_id, activity_id: activityId, product_id: row.product_id, now })
  assertEligible(row, terms, now)
  const { price_id: priceId, price, usual } = await getPeriodPrice(db, row, terms)
  const {
    balance_fen: balanceFen,
    required_fen: requiredFen,
    enough,
  } = await getRequiredFunds(db, row, { use: 'activity', charge_rule: terms.discount_type, amount_fen: price.amount_fen }, now)
  const { discount_type: discountType, period } = terms
  const before = toBillingSnapshot(row)
  const token = await signPeriodQuote(deps, caller.user_id, {
    instance_id: id,
    activity_id: activityId,
    charge_rule: discountType,
    quantity: period,
    price_id: priceId,
    price_micro: price.price_micro,
    ...pickImagePriceShare(price),
    amount_fen: price.amount_fen,
    before,
  })
  return {
    token,
    expires_at: new Date(now.getTime() + limits.quoteValidSeconds * 1000).toISOString(),
    activity: { id: terms.id, title: terms.title, ends_at: terms.ends_at.toISOString() },
    discount_type: discountType,
    period,
    amount: formatFenAsYuan(price.amount_fen),
    origin_amount: formatFenAsYuan(usual.amount_fen),
    lines: price.lines,
    before: { ...before, ...presentPriceUnit(before.charge_rule), price_hour: formatMicroAsYuan(row.price_micro) },
    after: {
      ...presentPriceUnit(discountType),
      price_hour: formatMicroAsYuan(price.price_micro),
      expire_at: computeExpiryAfter(row, discountType, period, now).toISOString(),
    },
    settle_note: formatSettleNote(row, now),
    data_note: `系统盘和数据盘都不变，运行中的实例不会中断。到期自动关机并释放 GPU，数据再保留 ${limits.releaseDays} 天。`,
    balance: formatFenAsYuan(balanceFen),
    required: formatFenAsYuan(requiredFen),
    enough,
    in_stock: await hasCardsAvailable(db, row),
    real_name_passed: await hasRealName(db, caller.user_id),
  }
}

/** Orders a quoted period: time, price and activity share in one transaction. One quote makes one order. */
export async function buyPeriod(ctx: Context, id: string, token: string): Promise<Order> {
  const { deps, caller } = ctx
  await getOwnInstance(ctx, id)
  const quoted = await readPeriodQuote(deps, caller.user_id, token)
  if (quoted.instance_id !== id) throw new Refusal('quote_expired')
  return ctx.transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    await getCashBalance(tx.db, caller.user_id, { lock: true })
    const placed = await findOrderOfQuote(tx.db, caller.user_id, quoted.jti)
    if (placed) return presentOrder(placed)
    const now = deps.clock.now()
    const terms = await lockActivityTerms(tx.db, { ...quoted, user_id: caller.user_id, product_id: row.product_id, now })
    assertEligible(row, terms, now)
    assertBillingUnchanged(row, quoted.before)
    const order = await sellPeriod(tx, row, {
      period: quoted,
      kind: 'activity',
      title: `购买活动时长 ${formatPeriod(quoted.charge_rule, quoted.quantity)}（${terms.title}）`,
      by: { actor: 'user', actor_id: caller.user_id },
      quote_id: quoted.jti,
      activity_id: terms.id,
    })
    return presentOrder(order)
  })
}
