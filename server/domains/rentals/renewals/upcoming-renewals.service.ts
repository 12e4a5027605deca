import type { Kysely } from 'kysely'
import type { DiscountType } from '#contract/activities.ts'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { computePeriodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ForecastRenewal } from '#server/domains/money/consumption/forecast.policy.ts'
import { getListPrice } from '#server/domains/rentals/orders/sell-period.service.ts'
import { renewalsRepo } from '#server/domains/rentals/renewals/upcoming-renewals.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

const computeHorizon = (now: Date) => new Date(now.getTime() + limits.forecastDays * dayMs)

/** Lists packages that end within the forecast horizon and that nothing renews, the earliest first. */
export const listLapsingPackages = (db: Kysely<DB>, userId: string, now: Date) =>
  renewalsRepo(db).lapsing(userId, now, computeHorizon(now))

/** Lists automatic renewals within the forecast horizon at today's price; skips products no longer on sale. */
export async function listUpcomingRenewals(db: Kysely<DB>, userId: string, now: Date): Promise<ForecastRenewal[]> {
  const due: ForecastRenewal[] = []
  for (const row of await renewalsRepo(db).due(userId, now, computeHorizon(now))) {
    const form = { charge_rule: row.charge_rule as DiscountType, quantity: row.renew_quantity }
    const found = await getListPrice(db, row, form).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    if (!found) continue
    due.push({
      instance_id: row.id,
      name: row.nick_name,
      at: row.expire_at!,
      amount_fen: found.price.amount_fen,
      period_ms: computePeriodMs(form.charge_rule, form.quantity),
    })
  }
  return due
}
