import type { DiscountType } from '#contract/activities.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { expiryAfter } from '#server/domains/rentals/instances/prepaid.service.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { listPrice, periodText, sellPeriod } from '#server/domains/rentals/orders/sell-period.service.ts'
import { noticeOfFailedRenewal, noticeOfRenewal } from '#server/domains/rentals/renewals/expiry-notices.policy.ts'
import { failedRenewal, packagesToRenew } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const hour_ms = 3_600_000

/**
 * Renews the packages whose owners chose 自动续费: from 24 hours before the end, and again each hour where it was refused
 * (product §5). Each is a transaction of its own; an expiry is renewed once, whoever tries.
 */
export async function renewEnding(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + limits.auto_renew_hours * hour_ms)
  const tried_before = new Date(now.getTime() - limits.auto_renew_retry_hours * hour_ms)
  const due = await packagesToRenew(deps.database.kysely, until, tried_before)
  await forEachIsolated(due, deps, 'renewing a package', (id) => inTransaction(deps, (tx) => renewOne(tx, id, until)))
}

async function renewOne(tx: Tx, id: string, until: Date): Promise<void> {
  const row = await lockInstance(tx.db, id)
  // It may have been renewed, changed or released since it was found.
  if (!row?.expire_at || row.released_at || row.expire_at > until) return
  if (row.charge_rule === 'hour' || row.expiry_policy !== 'renew') return
  await cashBalance(tx.db, row.user_id, { lock: true })
  const quote_id = `auto:${id}:${row.expire_at.toISOString()}`
  if (await findOrderOfQuote(tx.db, row.user_id, quote_id)) return
  const refusal = await sell(tx, row, quote_id).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  if (refusal) await noteFailure(tx, { ...row, expire_at: row.expire_at }, refusal.message)
}

async function sell(tx: Tx, row: InstanceRow, quote_id: string) {
  const bought = { charge_rule: row.charge_rule as DiscountType, quantity: row.renew_quantity }
  const { price_id, price } = await listPrice(tx.db, row, bought)
  const expire_at = expiryAfter(row, bought.charge_rule, bought.quantity, tx.now())
  const { price_micro, amount_fen } = price
  const what = periodText(bought.charge_rule, bought.quantity)
  await sellPeriod(tx, row, {
    period: { ...bought, price_id, price_micro, ...shareOf(price), amount_fen },
    kind: 'renew',
    title: `自动续费 ${what}`,
    by: { actor: 'system' },
    quote_id,
  })
  const notice = noticeOfRenewal(row, { what, amount: yuanOfFen(amount_fen), expire_at })
  await notify(tx, { user_id: row.user_id, ...notice })
}

/** Tells of a reason once; the hourly tries go on in silence while it stays the same. */
async function noteFailure(tx: Tx, row: InstanceRow & { expire_at: Date }, failure: string): Promise<void> {
  if (!(await failedRenewal(tx.db, row, failure, tx.now()))) return
  await notify(tx, { user_id: row.user_id, ...noticeOfFailedRenewal(row, failure) })
}
