import type { Kysely } from 'kysely'
import type { ChargeRule } from '#contract/instance.ts'
import type { LiftForm } from '#contract/instance-money.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { priceOf } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { Offer } from '#server/domains/catalog/products/products.repo.ts'
import { findOffer } from '#server/domains/catalog/products/products.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import {
  backOnDowngrade,
  type Stretch,
  spanText,
  upgradeFen,
  worthLess,
} from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { stretchesOf } from '#server/domains/rentals/orders/paid-periods.service.ts'

/** A stretch of a package under its new configuration: what an hour of the rest is worth then, and what comes back of it. */
interface Lifted {
  stretch: Stretch
  price_micro: bigint
  back_fen: bigint
}

export interface LiftPrice {
  /** List prices per hour by the instance's own charge rule, image included; and pay-as-you-go of the present configuration, without. */
  from_micro: bigint
  to_micro: bigint
  hour_micro: bigint
  pay_fen: bigint
  back_fen: bigint
  lifted: Lifted[]
  lines: { title: string; detail: string; amount: string }[]
}

const perHour = (from: bigint, to: bigint) => `(¥${yuanOfMicro(from)} − ¥${yuanOfMicro(to)})/小时`

/** Prices a new configuration at the list of now: nothing by the hour, the difference × the time left for a package (product §5). */
export async function liftPrice(db: Kysely<DB>, row: InstanceRow, offer: Offer, form: LiftForm, now: Date): Promise<LiftPrice> {
  const charge_rule = row.charge_rule as ChargeRule
  const present = await findOffer(db, row.product_id)
  const own = { gpu_num: row.gpu_num, data_disk: row.data_disk_gb, quantity: 1 }
  // What is sold no longer has no list price but the one it was sold at.
  const image = { ...shareOf(row), title: '' }
  const from_micro = present ? priceOf(present, { ...own, charge_rule }, { image }).price_micro : row.price_micro
  const hour_micro = present
    ? priceOf(present, { ...own, charge_rule: 'hour' }).price_micro
    : row.price_micro - row.image_price_micro
  const to_micro = priceOf(offer, { ...form, charge_rule, quantity: 1 }, { image }).price_micro
  const prices = { from_micro, to_micro, hour_micro }
  if (charge_rule === 'hour' || !row.expire_at) {
    const detail = `¥${yuanOfMicro(row.price_micro)}/小时 → ¥${yuanOfMicro(to_micro)}/小时，下次开机起`
    return { ...prices, pay_fen: 0n, back_fen: 0n, lifted: [], lines: [{ title: '现在不用付款', detail, amount: '0.00' }] }
  }
  const stretches = await stretchesOf(db, row, now)
  const delta = to_micro - from_micro
  if (delta >= 0n) {
    const left_s = BigInt(Math.floor((row.expire_at.getTime() - now.getTime()) / 1000))
    const pay_fen = upgradeFen(delta, left_s)
    const detail = `剩余 ${spanText(left_s)} × ${perHour(to_micro, from_micro)}`
    const lifted = stretches.map((stretch) => ({ stretch, price_micro: stretch.price_micro + delta, back_fen: 0n }))
    return { ...prices, pay_fen, back_fen: 0n, lifted, lines: [{ title: '补差价', detail, amount: yuanOfFen(pay_fen) }] }
  }
  const lifted = stretches.map((stretch) => {
    const less = worthLess(stretch, from_micro, to_micro)
    return { stretch, price_micro: stretch.price_micro - less, back_fen: backOnDowngrade(stretch, less) }
  })
  const lines = lifted.map(({ stretch, price_micro, back_fen }) => ({
    title: '退差价',
    detail: `剩余 ${spanText(stretch.left_s)} × ${perHour(stretch.price_micro, price_micro)}${stretch.cash_fen < stretch.amount_fen ? '，代金券支付的部分不退' : ''}`,
    amount: yuanOfFen(-back_fen),
  }))
  return { ...prices, pay_fen: 0n, back_fen: lifted.reduce((sum, { back_fen }) => sum + back_fen, 0n), lifted, lines }
}
