import { type CouponKind, coupon_kinds } from '#contract/coupons.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { settleUser } from '#server/domains/money/billing/billing.service.ts'
import { momentWords } from '#server/domains/money/coupons/coupon-validity.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { post } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const day_ms = 86_400_000
const chunk = 200
const coupons_page = '/console/cost/coupon'

/** Takes back what is left in a voucher whose time is over, however it came there; answers the fen, 0 where there is time left. */
async function endVoucher(tx: Tx, id: string): Promise<bigint> {
  const now = tx.now()
  const repo = couponsRepo(tx.db, now)
  const row = await repo.lockToEnd(id)
  if (!row) return 0n
  await repo.setEnded(id)
  await post(tx.db, {
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

/** What was given back to vouchers that are over ends again at once (product §5). */
export async function endIfOver(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await endVoucher(tx, id)
}

/** Ends vouchers whose time is over; run while the clock can be trusted. What was seen to run until then is settled first, and paid by them (docs/decisions/030). */
export async function endVouchers(deps: Deps): Promise<void> {
  const due = await couponsRepo(deps.database.kysely, deps.clock.now()).toEnd(chunk)
  await forEachIsolated(due, deps, 'ending a voucher', ({ id, user_id }) =>
    inTransaction(deps, async (tx) => {
      await settleUser(tx.db, user_id, deps.clock.now())
      const left_fen = await endVoucher(tx, id)
      if (left_fen === 0n) return
      await notify(tx, {
        user_id,
        class: 'expiry',
        title: '一张代金券已过期',
        content: `余额 ¥${yuanOfFen(left_fen)} 已失效。之后的费用由其他代金券和余额支付。`,
        link: coupons_page,
      })
    }),
  )
  await remind(deps)
}

/** Tells once of what ends in three days and can still be used, unless it was given for no longer than that. */
async function remind(deps: Deps): Promise<void> {
  const ahead_ms = limits.coupon_reminder_days * day_ms
  await inTransaction(deps, async (tx) => {
    const now = deps.clock.now()
    for (const row of await couponsRepo(tx.db, now).markReminded(new Date(now.getTime() + ahead_ms), ahead_ms)) {
      const left = row.remaining_fen === null ? '' : `，还有 ¥${yuanOfFen(row.remaining_fen)} 没有用完`
      await notify(tx, {
        user_id: row.user_id,
        class: 'expiry',
        title: `${coupon_kinds[row.kind as CouponKind]} ${row.name} 即将过期`,
        content: `将于 ${momentWords(row.valid_until)} 过期${left}。过期后不能使用，也不能恢复。`,
        link: coupons_page,
      })
    }
  })
}
