import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ActivityQuote } from '#contract/activities.ts'
import { unitNamed } from '#contract/charge-rule.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { takePart, termsFor } from '#server/domains/catalog/activities/participation.service.ts'
import type { Terms } from '#server/domains/catalog/activities/terms.policy.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { imagePriceFor } from '#server/domains/catalog/community/image-prices.service.ts'
import { priceOf } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { findOffer } from '#server/domains/catalog/products/products.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { cardsAtHand, expiryAfter, refuseUnlessPrepayable } from '#server/domains/rentals/instances/prepaid.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { readPeriodQuote, signPeriodQuote } from '#server/domains/rentals/orders/quote-token.ts'
import {
  beforeOf,
  periodText,
  refuseIfChanged,
  requiredFor,
  sellPeriod,
} from '#server/domains/rentals/orders/sell-period.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Refuses what an activity's time cannot be bought for, whatever its price. */
function checkInstance(row: InstanceRow, { for_existing }: Terms, now: Date): void {
  if (!for_existing) throw new Refusal('activity_not_eligible', { message: '这个活动只用于新建的实例' })
  refuseUnlessPrepayable(row, now)
}

async function priceFor(db: Kysely<DB>, row: InstanceRow, { discount_type, period, percent }: Terms) {
  const offer = await findOffer(db, row.product_id)
  if (!offer) throw new Refusal('activity_over', { message: '该产品已下架，不能参与活动' })
  const form = { gpu_num: row.gpu_num, data_disk: row.data_disk_gb, charge_rule: discount_type, quantity: period }
  const image = await imagePriceFor(db, row.user_id, row.image_id)
  return { price_id: offer.price_id, price: priceOf(offer, form, { percent, image }), usual: priceOf(offer, form, { image }) }
}

/** How what came before is paid for, once time is bought. */
export const settleNote = ({ charge_rule, expire_at, status }: InstanceRow, now: Date): string => {
  if (charge_rule === 'hour')
    return status === 2
      ? '已用的按量费用此刻结算到秒，之后改按套餐计，到期前不再按量扣费。'
      : '之前的按量费用已经结清；GPU 从现在起为你保留，套餐从下单时起算，关机期间照常计时。'
  return expire_at && expire_at > now
    ? '接在现有套餐之后，不影响已买的时长；到期前关机不退款。'
    : '套餐已经到期，从下单时重新起算，GPU 重新为你保留。'
}

/** What an activity's period costs for an own instance, what is different afterwards, and the token an order names. */
export async function quotePeriod(ctx: Context, id: string, activity_id: string): Promise<z.input<typeof ActivityQuote>> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const now = deps.clock.now()
  const row = await ownInstance(ctx, id)
  const terms = await termsFor(db, { user_id: caller.user_id, activity_id, product_id: row.product_id, now })
  checkInstance(row, terms, now)
  const { price_id, price, usual } = await priceFor(db, row, terms)
  const { balance_fen, required_fen, enough } = await requiredFor(
    db,
    row,
    { use: 'activity', charge_rule: terms.discount_type, amount_fen: price.amount_fen },
    now,
  )
  const { discount_type, period } = terms
  const before = beforeOf(row)
  const token = await signPeriodQuote(deps, caller.user_id, {
    instance_id: id,
    activity_id,
    charge_rule: discount_type,
    quantity: period,
    price_id,
    price_micro: price.price_micro,
    ...shareOf(price),
    amount_fen: price.amount_fen,
    before,
  })
  return {
    token,
    expires_at: new Date(now.getTime() + limits.quote_valid_seconds * 1000).toISOString(),
    activity: { id: terms.id, title: terms.title, ends_at: terms.ends_at.toISOString() },
    discount_type,
    period,
    amount: yuanOfFen(price.amount_fen),
    origin_amount: yuanOfFen(usual.amount_fen),
    lines: price.lines,
    before: { ...before, ...unitNamed(before.charge_rule), price_hour: yuanOfMicro(row.price_micro) },
    after: {
      ...unitNamed(discount_type),
      price_hour: yuanOfMicro(price.price_micro),
      expire_at: expiryAfter(row, discount_type, period, now).toISOString(),
    },
    settle_note: settleNote(row, now),
    data_note: `系统盘和数据盘都不变，运行中的实例不会中断。到期自动关机并释放 GPU，数据再保留 ${limits.release_days} 天。`,
    balance: yuanOfFen(balance_fen),
    required: yuanOfFen(required_fen),
    enough,
    in_stock: await cardsAtHand(db, row),
    real_name_passed: await hasRealName(db, caller.user_id),
  }
}

/** Orders what was quoted: the time, its price and the share of the activity in one transaction. One quote makes one order. */
export async function buyPeriod(ctx: Context, id: string, token: string): Promise<Order> {
  const { deps, caller } = ctx
  await ownInstance(ctx, id)
  const quoted = await readPeriodQuote(deps, caller.user_id, token)
  if (quoted.instance_id !== id) throw new Refusal('quote_expired')
  return ctx.transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    await cashBalance(tx.db, caller.user_id, { lock: true })
    const placed = await findOrderOfQuote(tx.db, caller.user_id, quoted.jti)
    if (placed) return presentOrder(placed)
    const now = deps.clock.now()
    const terms = await takePart(tx.db, { ...quoted, user_id: caller.user_id, product_id: row.product_id, now })
    checkInstance(row, terms, now)
    refuseIfChanged(row, quoted.before)
    const order = await sellPeriod(tx, row, {
      period: quoted,
      kind: 'activity',
      title: `购买活动时长 ${periodText(quoted.charge_rule, quoted.quantity)}（${terms.title}）`,
      by: { actor: 'user', actor_id: caller.user_id },
      quote_id: quoted.jti,
      activity_id: terms.id,
    })
    return presentOrder(order)
  })
}
