import { type CouponKind, couponKinds } from '#contract/coupons.ts'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { settleUserSegments } from '#server/domains/money/billing/billing.service.ts'
import { formatCouponMoment } from '#server/domains/money/coupons/coupon-validity.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const chunkSize = 200
const couponsPath = '/console/cost/coupon'

/** Takes back the remaining balance of an expired voucher, whatever its origin; returns the fen, 0 if it is not expired. */
async function endVoucher(tx: Tx, id: string): Promise<bigint> {
  const now = tx.now()
  const repo = couponsRepo(tx.db, now)
  const row = await repo.lockToEnd(id)
  if (!row) return 0n
  await repo.setEnded(id)
  await recordPosting(tx.db, {
    idem: `voucher_end:${id}:${newId('end')}`,
    kind: 'voucher_end',
    title: `代金券 ${row.name} 到期`,
    ref: id,
    at: now,
    movements: [{ from: { voucher: id }, to: 'promotion', amount_fen: row.balance_fen }],
  })
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  return row.balance_fen
}

/** Ends expired vouchers again at once if a refund has put money back into them (product §5). */
export async function endVouchersIfExpired(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await endVoucher(tx, id)
}

/**
 * Ends expired vouchers; run only while the clock can be trusted. Usage seen until then is settled first and paid by them
 * (docs/decisions/030).
 */
export async function endExpiredVouchers(deps: Deps): Promise<void> {
  const due = await couponsRepo(deps.database.kysely, deps.clock.now()).toEnd(chunkSize)
  await forEachIsolated(due, deps, 'ending a voucher', ({ id, user_id: userId }) =>
    inTransaction(deps, async (tx) => {
      await settleUserSegments(tx.db, userId, deps.clock.now())
      const leftFen = await endVoucher(tx, id)
      if (leftFen === 0n) return
      await notifyUser(tx, {
        user_id: userId,
        class: 'expiry',
        title: '一张代金券已过期',
        content: `余额 ¥${formatFenText(leftFen)} 已失效。之后的费用由其他代金券和余额支付。`,
        link: couponsPath,
      })
    }),
  )
  await notifyExpiringCoupons(deps)
}

/** Reminds once of coupons that end within three days and are still usable, unless they were given for no longer than that. */
async function notifyExpiringCoupons(deps: Deps): Promise<void> {
  const aheadMs = limits.couponReminderDays * dayMs
  await inTransaction(deps, async (tx) => {
    const now = deps.clock.now()
    for (const row of await couponsRepo(tx.db, now).markReminded(new Date(now.getTime() + aheadMs), aheadMs)) {
      const left = row.remaining_fen === null ? '' : `，还有 ¥${formatFenText(row.remaining_fen)} 没有用完`
      await notifyUser(tx, {
        user_id: row.user_id,
        class: 'expiry',
        title: `${couponKinds[row.kind as CouponKind]} ${row.name} 即将过期`,
        content: `将于 ${formatCouponMoment(row.valid_until)} 过期${left}。过期后不能使用，也不能恢复。`,
        link: couponsPath,
      })
    }
  })
}
