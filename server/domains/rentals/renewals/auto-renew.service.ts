import type { DiscountType } from '#contract/activities.ts'
import { limits } from '#contract/limits.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { computeExpiryAfter } from '#server/domains/rentals/instances/prepaid.service.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { formatPeriod, getListPrice, sellPeriod } from '#server/domains/rentals/orders/sell-period.service.ts'
import { buildFailedRenewalNotice, buildRenewalNotice } from '#server/domains/rentals/renewals/expiry-notices.policy.ts'
import { listPackagesToRenew, recordFailedRenewal } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const hourMs = 3_600_000

/**
 * Renews packages with the policy 自动续费: from 24 hours before the end, with an hourly retry if the renewal was refused (product
 * §5). Each renewal has its own transaction; an expiry is renewed only once, whichever worker runs.
 */
export async function renewEndingPackages(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + limits.autoRenewHours * hourMs)
  const triedBefore = new Date(now.getTime() - limits.autoRenewRetryHours * hourMs)
  const due = await listPackagesToRenew(deps.database.kysely, until, triedBefore)
  await forEachIsolated(due, deps, 'renewing a package', (id) => inTransaction(deps, (tx) => renewOne(tx, id, until)))
}

async function renewOne(tx: Tx, id: string, until: Date): Promise<void> {
  const row = await lockInstance(tx.db, id)
  // The package may have been renewed, changed or released since the query.
  if (!row?.expire_at || row.released_at || row.expire_at > until) return
  if (row.charge_rule === 'hour' || row.expiry_policy !== 'renew') return
  await getCashBalance(tx.db, row.user_id, { lock: true })
  const quoteId = `auto:${id}:${row.expire_at.toISOString()}`
  if (await findOrderOfQuote(tx.db, row.user_id, quoteId)) return
  const refusal = await sellRenewal(tx, row, quoteId).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  if (refusal) await recordFailure(tx, { ...row, expire_at: row.expire_at }, refusal.message)
}

async function sellRenewal(tx: Tx, row: InstanceRow, quoteId: string) {
  const bought = { charge_rule: row.charge_rule as DiscountType, quantity: row.renew_quantity }
  const { price_id: priceId, price } = await getListPrice(tx.db, row, bought)
  const expireAt = computeExpiryAfter(row, bought.charge_rule, bought.quantity, tx.now())
  const { price_micro: priceMicro, amount_fen: amountFen } = price
  const what = formatPeriod(bought.charge_rule, bought.quantity)
  await sellPeriod(tx, row, {
    period: { ...bought, price_id: priceId, price_micro: priceMicro, ...pickImagePriceShare(price), amount_fen: amountFen },
    kind: 'renew',
    title: `自动续费 ${what}`,
    by: { actor: 'system' },
    quote_id: quoteId,
  })
  const notice = buildRenewalNotice(row, { what, amount: formatFenText(amountFen), expire_at: expireAt })
  await notifyUser(tx, { user_id: row.user_id, ...notice })
}

/** Notifies the owner once per reason; hourly retries with the same reason stay silent. */
async function recordFailure(tx: Tx, row: InstanceRow & { expire_at: Date }, failure: string): Promise<void> {
  if (!(await recordFailedRenewal(tx.db, row, failure, tx.now()))) return
  await notifyUser(tx, { user_id: row.user_id, ...buildFailedRenewalNotice(row, failure) })
}
