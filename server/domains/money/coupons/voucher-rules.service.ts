import type { Kysely } from 'kysely'
import type { CouponConfig, CouponConfigForm } from '#contract/coupons.ts'
import { formatFenText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { type CouponPurchase, listCouponObstacles } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { presentCoupon } from '#server/domains/money/coupons/coupons.presenter.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { isVoucher } from '#server/domains/money/coupons/terms.policy.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

type Mode = CouponConfigForm['mode']
type Voucher = CouponConfig['vouchers'][number]

/** The instance a rule applies to, and the owner whose vouchers it may use. */
interface RuledInstance {
  id: string
  user_id: string
}

const afterVouchersText = '用完后从余额扣费。'

function describeEffect(mode: Mode, use: CouponPurchase['use'], order: readonly Voucher[]): string {
  const what = use === 'usage' ? '运行时' : '包日、包周运行时不扣费；续费等订单付款时'
  if (mode === 'none') return `${what}不使用代金券，直接从余额扣费。`
  const leftFen = order.reduce((sum, { coupon }) => sum + BigInt((coupon.remaining ?? '0').replace('.', '')), 0n)
  if (order.length === 0) return `${what}没有可用的代金券，从余额扣费；之后得到的适用代金券会自动使用。`
  const first = order.length === 1 ? `使用「${order[0]!.coupon.name}」` : `依次使用 ${order.length} 张代金券，最早到期的先用`
  return `${what}${first}，共 ¥${formatFenText(leftFen)}，${afterVouchersText}`
}

/** Loads the vouchers an instance may use for `purchase`, in order of use, with an explanation. */
export async function loadVoucherConfig(
  db: Kysely<DB>,
  instance: RuledInstance,
  purchase: CouponPurchase,
  now: Date,
): Promise<CouponConfig> {
  const repo = couponsRepo(db, now)
  const rule = await repo.findRule(instance.id)
  const forbidden = (rule?.forbidden ?? []) as string[]
  const mode: Mode = rule ? (rule.none ? 'none' : 'except') : 'all'
  const names = await repo.names()
  const alive = (await repo.alive(instance.user_id)).filter(({ kind, state }) => isVoucher(kind) && state !== 'used_up')
  const vouchers = alive
    .sort((a, b) => a.valid_until.getTime() - b.valid_until.getTime() || Number(a.remaining_fen! - b.remaining_fen!))
    .map((held) => ({
      coupon: presentCoupon(held, names),
      allowed: mode === 'all' || (mode === 'except' && !forbidden.includes(held.id)),
      why_not: listCouponObstacles(held, purchase, names),
    }))
  const order = vouchers.filter(({ allowed, why_not: whyNot }) => allowed && whyNot.length === 0)
  return { mode, vouchers, order: order.map(({ coupon }) => coupon.id), effect: describeEffect(mode, purchase.use, order) }
}

/** Saves the owner's rule; refuses vouchers of other users. */
export async function saveVoucherRule(
  db: Kysely<DB>,
  instance: RuledInstance,
  { mode, forbidden }: CouponConfigForm,
  now: Date,
): Promise<void> {
  const repo = couponsRepo(db, now)
  for (const couponId of mode === 'except' ? forbidden : []) {
    const held = await repo.find(instance.user_id, couponId)
    if (!held || !isVoucher(held.kind)) throw createFieldRefusal('invalid', 'forbidden', '有代金券不存在')
  }
  if (mode === 'all' || (mode === 'except' && forbidden.length === 0)) await repo.dropRule(instance.id)
  else await repo.saveRule(instance.id, { none: mode === 'none', forbidden: mode === 'except' ? forbidden : [] })
}
