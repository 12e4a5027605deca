import type { Kysely } from 'kysely'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { type ImageShare, shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { refuseIfImageChanged } from '#server/domains/catalog/community/image-prices.service.ts'
import { endImageTime } from '#server/domains/money/creator-income/image-periods.service.ts'
import { refuseBeyondLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { meansOf, usageIn, weigh } from '#server/domains/rentals/instances/funds-check.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { type Buyer, beginMetering } from '#server/domains/rentals/instances/prepaid.service.ts'
import { meteredMicro } from '#server/domains/rentals/instances/run-price.policy.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import type { OrderRow } from '#server/domains/rentals/orders/orders.repo.ts'
import {
  backOnConversion,
  cashLeft,
  type Stretch,
  spanText,
  usedFen,
} from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { giveBackOf, stretchesOf } from '#server/domains/rentals/orders/paid-periods.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

interface Hourly extends ImageShare {
  price_id: string
  /** Pay-as-you-go, per hour, the image included. */
  price_micro: bigint
}

/** `hour_micro` is what an hour of its used part counts: with the image it was sold with, whatever it has now. */
export interface Back {
  stretch: Stretch
  hour_micro: bigint
  back_fen: bigint
}

/** What comes back of a package that ends now, stretch by stretch (docs/decisions/031). */
export async function backOf(db: Kysely<DB>, row: InstanceRow, hourly: Hourly, now: Date): Promise<Back[]> {
  const stretches = await stretchesOf(db, row, now)
  const without_image = hourly.price_micro - hourly.image_price_micro
  return stretches.map((stretch) => {
    const hour_micro = without_image + stretch.image_micro
    return { stretch, hour_micro, back_fen: backOnConversion(stretch, hour_micro) }
  })
}

/** Why so much comes back of a stretch, in words and numbers. */
export function reasonOfBack({ stretch, hour_micro, back_fen }: Back) {
  const cash = `付过的现金 ¥${yuanOfFen(cashLeft(stretch))}`
  const used =
    stretch.lifts.length > 0
      ? `已用 ${spanText(stretch.used_s)}，各段配置按量合计 ¥${yuanOfFen(usedFen(stretch, hour_micro))}`
      : `已用 ${spanText(stretch.used_s)} × ¥${yuanOfMicro(hour_micro)}/小时`
  const unused = stretch.used_s === 0n
  const floor = back_fen === 0n && !unused ? '，不足 0 按 0 计' : ''
  const vouchers =
    stretch.amount_fen > stretch.cash_fen ? `；代金券支付的 ¥${yuanOfFen(stretch.amount_fen - stretch.cash_fen)} 不退` : ''
  return {
    title: unused ? '还没开始用的时长' : '正在用的时长',
    detail: `${cash}${unused ? '，全部退回' : ` − ${used}${floor}`}${vouchers}`,
    amount: yuanOfFen(-back_fen),
  }
}

/** What the balance must cover for the change: an hour of everything that runs, this one at its new price (product §5). */
export async function gateOf(db: Kysely<DB>, row: InstanceRow, { price_micro }: Hourly, back_fen: bigint, now: Date) {
  const means = await meansOf(db, row.user_id, now)
  const { balance_fen, free_fen } = means
  const runs = row.desired === 'running'
  const own = runs ? meteredMicro({ ...row, charge_rule: 'hour', price_micro }) : 0n
  const required_fen = runs ? weigh(means, { hour: { purpose: await usageIn(db, row.id), micro: own } }).required_fen : 0n
  return { balance_fen, required_fen, enough: free_fen + back_fen >= required_fen }
}

/**
 * Makes a locked package pay-as-you-go from this second: what it has left is given back, and what runs is metered and
 * keeps its cards. The wallet is locked. Refuses `insufficient_balance` before it writes.
 */
export async function toHourly(
  tx: Tx,
  row: InstanceRow,
  change: Hourly & { title: string; by: Buyer; quote_id: string },
): Promise<{ order: OrderRow; back_fen: bigint }> {
  const now = tx.now()
  const { price_id, price_micro, title, by, quote_id } = change
  await refuseIfImageChanged(tx.db, row, change)
  await refuseBeyondLimits(tx.db, row.user_id, { price_micro, new_instance: false })
  const parts = await backOf(tx.db, row, change, now)
  const back_fen = parts.reduce((sum, part) => sum + part.back_fen, 0n)
  if (!(await gateOf(tx.db, row, change, back_fen, now)).enough) throw new Refusal('insufficient_balance')
  const order = await bookOrder(tx, {
    user_id: row.user_id,
    kind: 'convert',
    title: `${row.nick_name} ${title}`,
    amount_fen: 0n,
    charge_rule: 'hour',
    quantity: 1,
    instance_id: row.id,
    price_id,
    quote_id,
    created_at: now,
  })
  const given = await giveBackOf(tx, { parts, reason: title, with_order: order.id })
  const detail =
    given > 0n ? `退回 ¥${yuanOfFen(given)}，此后 ¥${yuanOfMicro(price_micro)}/小时` : `此后 ¥${yuanOfMicro(price_micro)}/小时`
  await endImageTime(tx.db, row.id, now)
  await beginMetering(tx, row, { price_id, price_micro, ...shareOf(change), title, detail, by })
  return { order: { ...order, instance_name: row.nick_name, refunded_fen: 0n }, back_fen: given }
}
