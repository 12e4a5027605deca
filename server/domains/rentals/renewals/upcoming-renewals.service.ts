import type { Kysely } from 'kysely'
import type { DiscountType } from '#contract/activities.ts'
import { day_ms } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { periodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { Renewal } from '#server/domains/money/consumption/forecast.policy.ts'
import { listPrice } from '#server/domains/rentals/orders/sell-period.service.ts'
import { renewalsRepo } from '#server/domains/rentals/renewals/upcoming-renewals.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Packages that will be renewed by themselves within the horizon, at today's price; what is not on sale cannot be. */
export async function renewalsDue(db: Kysely<DB>, user_id: string, now: Date): Promise<Renewal[]> {
  const horizon = new Date(now.getTime() + limits.forecast_days * day_ms)
  const due: Renewal[] = []
  for (const row of await renewalsRepo(db).due(user_id, now, horizon)) {
    const form = { charge_rule: row.charge_rule as DiscountType, quantity: row.renew_quantity }
    const found = await listPrice(db, row, form).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    if (!found) continue
    due.push({
      instance_id: row.id,
      name: row.nick_name,
      at: row.expire_at!,
      amount_fen: found.price.amount_fen,
      period_ms: periodMs(form.charge_rule, form.quantity),
    })
  }
  return due
}
