import type { Kysely } from 'kysely'
import type { CouponConfig, CouponConfigForm } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { listCouponObstacles } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { presentCoupon } from '#server/domains/money/coupons/coupons.presenter.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { isVoucher } from '#server/domains/money/coupons/terms.policy.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

type Mode = CouponConfigForm['mode']
type Voucher = CouponConfig['vouchers'][number]

const afterVouchersText = '用完后从余额扣费。'

function describeEffect(mode: Mode, use: 'usage' | 'renew', order: readonly Voucher[]): string {
  const what = use === 'usage' ? '运行时' : '包日、包周运行时不扣费；续费等订单付款时'
  if (mode === 'none') return `${what}不使用代金券，直接从余额扣费。`
  const leftFen = order.reduce((sum, { coupon }) => sum + BigInt((coupon.remaining ?? '0').replace('.', '')), 0n)
  if (order.length === 0) return `${what}没有可用的代金券，从余额扣费；之后得到的适用代金券会自动使用。`
  const first = order.length === 1 ? `使用「${order[0]!.coupon.name}」` : `依次使用 ${order.length} 张代金券，最早到期的先用`
  return `${what}${first}，共 ¥${formatFenAsYuan(leftFen)}，${afterVouchersText}`
}

async function loadConfig(db: Kysely<DB>, row: InstanceRow, now: Date): Promise<CouponConfig> {
  const repo = couponsRepo(db, now)
  const rule = await repo.findRule(row.id)
  const forbidden = (rule?.forbidden ?? []) as string[]
  const mode: Mode = rule ? (rule.none ? 'none' : 'except') : 'all'
  const use = row.charge_rule === 'hour' ? 'usage' : 'renew'
  const purchase = { ...row, charge_rule: row.charge_rule as ChargeRule, use, amount_fen: 0n } as const
  const names = await repo.names()
  const alive = (await repo.alive(row.user_id)).filter(({ kind, state }) => isVoucher(kind) && state !== 'used_up')
  const vouchers = alive
    .sort((a, b) => a.valid_until.getTime() - b.valid_until.getTime() || Number(a.remaining_fen! - b.remaining_fen!))
    .map((held) => ({
      coupon: presentCoupon(held, names),
      allowed: mode === 'all' || (mode === 'except' && !forbidden.includes(held.id)),
      why_not: listCouponObstacles(held, purchase, names),
    }))
  const order = vouchers.filter(({ allowed, why_not: whyNot }) => allowed && whyNot.length === 0)
  return { mode, vouchers, order: order.map(({ coupon }) => coupon.id), effect: describeEffect(mode, use, order) }
}

/** Which vouchers an own instance may burn, in the order in which it will, and what that means. */
export const getCouponConfig = async (ctx: Context, id: string): Promise<CouponConfig> =>
  loadConfig(ctx.deps.database.kysely, await getOwnInstance(ctx, id), ctx.deps.clock.now())

export const setCouponConfig = (ctx: Context, id: string, { mode, forbidden }: CouponConfigForm): Promise<CouponConfig> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    const repo = couponsRepo(tx.db, deps.clock.now())
    for (const couponId of mode === 'except' ? forbidden : []) {
      const held = await repo.find(caller.user_id, couponId)
      if (!held || !isVoucher(held.kind)) throw createFieldRefusal('invalid', 'forbidden', '有代金券不存在')
    }
    if (mode === 'all' || (mode === 'except' && forbidden.length === 0)) await repo.dropRule(id)
    else await repo.saveRule(id, { none: mode === 'none', forbidden: mode === 'except' ? forbidden : [] })
    await publishChange(tx, { user_id: caller.user_id, resource: 'wallet', id: null })
    return loadConfig(tx.db, row, deps.clock.now())
  })
