import type { CouponConfig, CouponConfigForm } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import { loadVoucherConfig, saveVoucherRule } from '#server/domains/money/coupons/voucher-rules.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import type { Context } from '#server/http/context.ts'

const toPurchase = (row: InstanceRow) => ({
  ...row,
  charge_rule: row.charge_rule as ChargeRule,
  use: row.charge_rule === 'hour' ? ('usage' as const) : ('renew' as const),
  amount_fen: 0n,
})

/** Returns which vouchers an own instance may use, in the order of their use, and the effect. */
export async function getCouponConfig(ctx: Context, id: string): Promise<CouponConfig> {
  const row = await getOwnInstance(ctx, id)
  return loadVoucherConfig(ctx.deps.database.kysely, row, toPurchase(row), ctx.deps.clock.now())
}

export const setCouponConfig = (ctx: Context, id: string, form: CouponConfigForm): Promise<CouponConfig> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    await saveVoucherRule(tx.db, row, form, deps.clock.now())
    await publishChange(tx, { user_id: caller.user_id, resource: 'wallet', id: null })
    return loadVoucherConfig(tx.db, row, toPurchase(row), deps.clock.now())
  })
