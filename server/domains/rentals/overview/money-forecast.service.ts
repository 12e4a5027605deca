import type { Kysely } from 'kysely'
import type { ChargeRule } from '#contract/charge-rule.ts'
import type { MoneyForecast } from '#contract/consumption.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { computeBalanceForecast } from '#server/domains/money/consumption/forecast.policy.ts'
import { listLapsingPackages, listUpcomingRenewals } from '#server/domains/rentals/renewals/upcoming-renewals.service.ts'

/** Forecasts how long a user's money lasts, and returns the unsettled charges it has already subtracted. */
export async function getMoneyForecast(
  db: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<{ accrued_fen: bigint; forecast: MoneyForecast }> {
  const funds = await getFunds(db, userId, now)
  const due = await listUpcomingRenewals(db, userId, now)
  const lapsing = await listLapsingPackages(db, userId, now)
  const { until, reason, renewals } = computeBalanceForecast(funds.reach_fen, funds.billed_micro, due, now)
  return {
    accrued_fen: funds.accrued_fen,
    forecast: {
      available: formatFenAsYuan(funds.reach_fen),
      burn_hour: formatMicroAsYuan(funds.billed_micro),
      until: until?.toISOString() ?? null,
      reason,
      renewals: renewals.map(({ at, amount_fen: amountFen, ...renewal }) => ({
        ...renewal,
        at: at.toISOString(),
        amount: formatFenAsYuan(amountFen),
      })),
      lapsing: lapsing.map((row) => ({
        instance_id: row.id,
        name: row.nick_name,
        charge_rule: row.charge_rule as ChargeRule,
        at: row.expire_at!.toISOString(),
        policy: row.expiry_policy as 'stop' | 'hour',
      })),
    },
  }
}
