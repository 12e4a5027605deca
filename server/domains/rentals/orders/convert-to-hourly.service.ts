import type { Kysely } from 'kysely'
import { formatFenAsYuan, formatFenText, formatMicroText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { type ImagePriceShare, pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { assertImageUnchanged } from '#server/domains/catalog/community/image-prices.service.ts'
import { endImagePeriods } from '#server/domains/money/creator-income/image-periods.service.ts'
import { assertSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { computeFundsCheck, getUsagePurpose, getUserFunds } from '#server/domains/rentals/instances/funds-check.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { type Buyer, switchToMetering } from '#server/domains/rentals/instances/prepaid.service.ts'
import { computeMeteredMicro } from '#server/domains/rentals/instances/run-price.policy.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import type { OrderRow } from '#server/domains/rentals/orders/orders.repo.ts'
import {
  computeCashLeft,
  computeConversionRefund,
  computeUsedFen,
  formatSeconds,
  type PaidPeriod,
} from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { listPaidPeriods, refundPaidPeriods } from '#server/domains/rentals/orders/paid-periods.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

interface HourlyTerms extends ImagePriceShare {
  price_id: string
  /** Pay-as-you-go price per hour, including the image. */
  price_micro: bigint
}

/**
 * Refund of one stretch. `hour_micro` is the hourly price applied to its used part, with the image price it was sold with, not
 * the current one.
 */
export interface PaidPeriodRefund {
  stretch: PaidPeriod
  hour_micro: bigint
  back_fen: bigint
}

/** Computes the refund of a package that ends now, per stretch (docs/decisions/031). */
export async function listPaidPeriodRefunds(
  db: Kysely<DB>,
  row: InstanceRow,
  hourly: HourlyTerms,
  now: Date,
): Promise<PaidPeriodRefund[]> {
  const stretches = await listPaidPeriods(db, row, now)
  const withoutImage = hourly.price_micro - hourly.image_price_micro
  return stretches.map((stretch) => {
    const hourMicro = withoutImage + stretch.image_micro
    return { stretch, hour_micro: hourMicro, back_fen: computeConversionRefund(stretch, hourMicro) }
  })
}

/** Explains the refund of a stretch in words and numbers. */
export function formatRefundReason({ stretch, hour_micro: hourMicro, back_fen: backFen }: PaidPeriodRefund) {
  const cash = `付过的现金 ¥${formatFenText(computeCashLeft(stretch))}`
  const used =
    stretch.lifts.length > 0
      ? `已用 ${formatSeconds(stretch.used_s)}，各段配置按量合计 ¥${formatFenText(computeUsedFen(stretch, hourMicro))}`
      : `已用 ${formatSeconds(stretch.used_s)} × ¥${formatMicroText(hourMicro)}/小时`
  const unused = stretch.used_s === 0n
  const floor = backFen === 0n && !unused ? '，不足 0 按 0 计' : ''
  const vouchers =
    stretch.amount_fen > stretch.cash_fen ? `；代金券支付的 ¥${formatFenText(stretch.amount_fen - stretch.cash_fen)} 不退` : ''
  return {
    title: unused ? '还没开始用的时长' : '正在用的时长',
    detail: `${cash}${unused ? '，全部退回' : ` − ${used}${floor}`}${vouchers}`,
    amount: formatFenAsYuan(-backFen),
  }
}

/**
 * Computes the funds required for the conversion: one hour of everything that runs, including this instance at its new price
 * (product §5).
 */
export async function getConversionFunds(
  db: Kysely<DB>,
  row: InstanceRow,
  { price_micro: priceMicro }: HourlyTerms,
  backFen: bigint,
  now: Date,
) {
  const means = await getUserFunds(db, row.user_id, now)
  const { balance_fen: balanceFen, free_fen: freeFen } = means
  const runs = row.desired === 'running'
  const own = runs ? computeMeteredMicro({ ...row, charge_rule: 'hour', price_micro: priceMicro }) : 0n
  const requiredFen = runs
    ? computeFundsCheck(means, { hour: { purpose: await getUsagePurpose(db, row.id), micro: own } }).required_fen
    : 0n
  return { balance_fen: balanceFen, required_fen: requiredFen, enough: freeFen + backFen >= requiredFen }
}

/**
 * Converts a locked package to pay-as-you-go from this second: refunds the remaining time; a running instance is metered and
 * keeps its cards. The wallet is locked. Throws `insufficient_balance` before it writes.
 */
export async function convertToHourly(
  tx: Tx,
  row: InstanceRow,
  change: HourlyTerms & { title: string; by: Buyer; quote_id: string },
): Promise<{ order: OrderRow; back_fen: bigint }> {
  const now = tx.now()
  const { price_id: priceId, price_micro: priceMicro, title, by, quote_id: quoteId } = change
  await assertImageUnchanged(tx.db, row, change)
  await assertSubAccountLimits(tx.db, row.user_id, { price_micro: priceMicro, new_instance: false })
  const parts = await listPaidPeriodRefunds(tx.db, row, change, now)
  const backFen = parts.reduce((sum, part) => sum + part.back_fen, 0n)
  if (!(await getConversionFunds(tx.db, row, change, backFen, now)).enough) throw new Refusal('insufficient_balance')
  const order = await bookOrder(tx, {
    user_id: row.user_id,
    kind: 'convert',
    title: `${row.nick_name} ${title}`,
    amount_fen: 0n,
    charge_rule: 'hour',
    quantity: 1,
    instance_id: row.id,
    price_id: priceId,
    quote_id: quoteId,
    created_at: now,
  })
  const given = await refundPaidPeriods(tx, { parts, reason: title, with_order: order.id })
  const detail =
    given > 0n
      ? `退回 ¥${formatFenText(given)}，此后 ¥${formatMicroText(priceMicro)}/小时`
      : `此后 ¥${formatMicroText(priceMicro)}/小时`
  await endImagePeriods(tx.db, row.id, now)
  await switchToMetering(tx, row, {
    price_id: priceId,
    price_micro: priceMicro,
    ...pickImagePriceShare(change),
    title,
    detail,
    by,
  })
  return { order: { ...order, instance_name: row.nick_name, refunded_fen: 0n }, back_fen: given }
}
