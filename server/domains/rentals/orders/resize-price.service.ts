import type { Kysely } from 'kysely'
import type { ChargeRule } from '#contract/instance.ts'
import type { ResizeForm } from '#contract/instance-money.ts'
import { formatFenAsYuan, formatMicroText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { computeInstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'
import { findProductOffer } from '#server/domains/catalog/products/products.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import {
  computeDowngradeRefund,
  computeUpgradeFen,
  computeWorthReduction,
  formatSeconds,
  type PaidPeriod,
} from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { listPaidPeriods } from '#server/domains/rentals/orders/paid-periods.service.ts'

/** A stretch under its new configuration: the value of one remaining hour, and the refund. */
interface ResizedPeriod {
  stretch: PaidPeriod
  price_micro: bigint
  back_fen: bigint
}

export interface ResizePrice {
  /**
   * List prices per hour: `from_micro` and `to_micro` by the instance's charge rule, image included; `hour_micro` is
   * pay-as-you-go for the current configuration without the image.
   */
  from_micro: bigint
  to_micro: bigint
  hour_micro: bigint
  pay_fen: bigint
  back_fen: bigint
  lifted: ResizedPeriod[]
  lines: { title: string; detail: string; amount: string }[]
}

const formatHourlyDifference = (from: bigint, to: bigint) => `(¥${formatMicroText(from)} − ¥${formatMicroText(to)})/小时`

/**
 * Prices a new configuration at current list prices: nothing due for pay-as-you-go, difference × remaining time for a package
 * (product §5).
 */
export async function getResizePrice(
  db: Kysely<DB>,
  row: InstanceRow,
  offer: ProductOffer,
  form: ResizeForm,
  now: Date,
): Promise<ResizePrice> {
  const chargeRule = row.charge_rule as ChargeRule
  const present = await findProductOffer(db, row.product_id)
  const own = { gpu_num: row.gpu_num, data_disk: row.data_disk_gb, quantity: 1 }
  // A product no longer on sale has no list price; the price it was sold at is used instead.
  const image = { ...pickImagePriceShare(row), title: '' }
  const fromMicro = present
    ? computeInstancePrice(present, { ...own, charge_rule: chargeRule }, { image }).price_micro
    : row.price_micro
  const hourMicro = present
    ? computeInstancePrice(present, { ...own, charge_rule: 'hour' }).price_micro
    : row.price_micro - row.image_price_micro
  const toMicro = computeInstancePrice(offer, { ...form, charge_rule: chargeRule, quantity: 1 }, { image }).price_micro
  const prices = { from_micro: fromMicro, to_micro: toMicro, hour_micro: hourMicro }
  if (chargeRule === 'hour' || !row.expire_at) {
    const detail = `¥${formatMicroText(row.price_micro)}/小时 → ¥${formatMicroText(toMicro)}/小时，下次开机起`
    return { ...prices, pay_fen: 0n, back_fen: 0n, lifted: [], lines: [{ title: '现在不用付款', detail, amount: '0.00' }] }
  }
  const stretches = await listPaidPeriods(db, row, now)
  const delta = toMicro - fromMicro
  if (delta >= 0n) {
    const leftS = BigInt(Math.floor((row.expire_at.getTime() - now.getTime()) / 1000))
    const payFen = computeUpgradeFen(delta, leftS)
    const detail = `剩余 ${formatSeconds(leftS)} × ${formatHourlyDifference(toMicro, fromMicro)}`
    const lifted = stretches.map((stretch) => ({ stretch, price_micro: stretch.price_micro + delta, back_fen: 0n }))
    return {
      ...prices,
      pay_fen: payFen,
      back_fen: 0n,
      lifted,
      lines: [{ title: '补差价', detail, amount: formatFenAsYuan(payFen) }],
    }
  }
  const lifted = stretches.map((stretch) => {
    const less = computeWorthReduction(stretch, fromMicro, toMicro)
    return { stretch, price_micro: stretch.price_micro - less, back_fen: computeDowngradeRefund(stretch, less) }
  })
  const lines = lifted.map(({ stretch, price_micro: priceMicro, back_fen: backFen }) => ({
    title: '退差价',
    detail: `剩余 ${formatSeconds(stretch.left_s)} × ${formatHourlyDifference(stretch.price_micro, priceMicro)}${stretch.cash_fen < stretch.amount_fen ? '，代金券支付的部分不退' : ''}`,
    amount: formatFenAsYuan(-backFen),
  }))
  return { ...prices, pay_fen: 0n, back_fen: lifted.reduce((sum, { back_fen: backFen }) => sum + backFen, 0n), lifted, lines }
}
