import type { z } from 'zod'
import type { consumption } from '#contract/consumption.ts'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { listCostShares, listDailyCosts } from '#server/domains/money/consumption/consumption.service.ts'
import { computeBalanceForecast, type ForecastRenewal } from '#server/domains/money/consumption/forecast.policy.ts'
import { listUpcomingRenewals } from '#server/domains/rentals/renewals/upcoming-renewals.service.ts'
import type { Context } from '#server/http/context.ts'

type Overview = z.input<(typeof consumption)['overview']['data']>
type Share = { id: string | null; name: string | null; fen: bigint }

const shownDays = 30
const shownShares = 8

const sumFen = (rows: readonly { fen: bigint }[]): bigint => rows.reduce((total, { fen }) => total + fen, 0n)

/** Keeps the largest shares and merges the rest into one. */
function groupSmallShares(rows: readonly Share[], unnamed: string): Overview['instances'] {
  const [large, rest] = [rows.slice(0, shownShares), rows.slice(shownShares)]
  const shares = large.map(({ id, name, fen }) => ({ id, name: name ?? unnamed, amount: formatFenAsYuan(fen) }))
  return rest.length > 0
    ? [...shares, { id: null, name: `其余 ${rest.length} 项`, amount: formatFenAsYuan(sumFen(rest)) }]
    : shares
}

/** Returns the costs of the last 30 days by day, instance and product, and a forecast of how long the balance lasts. */
export async function getCostOverview({ deps, caller }: Context): Promise<Overview> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const today = toShanghaiDay(now)
  const range = { from: addDays(today, 1 - shownDays), to: today }
  const byDay = await listDailyCosts(db, caller.user_id, range)
  const of = (day: string, isUsage: boolean) => sumFen(byDay.filter((row) => row.day === day && row.is_usage === isUsage))
  const days = Array.from({ length: shownDays }, (_, index) => addDays(range.from, index))
  const month = await listDailyCosts(db, caller.user_id, { from: `${today.slice(0, 8)}01`, to: today })
  const shares = await listCostShares(db, caller.user_id, range)
  const funds = await getFunds(db, caller.user_id, now)
  const due: ForecastRenewal[] = await listUpcomingRenewals(db, caller.user_id, now)
  const { until, reason, renewals } = computeBalanceForecast(funds.reach_fen, funds.billed_micro, due, now)
  return {
    today: formatFenAsYuan(sumFen(byDay.filter(({ day }) => day === today))),
    month: formatFenAsYuan(sumFen(month)),
    total: formatFenAsYuan(sumFen(byDay)),
    unsettled: formatFenAsYuan(funds.accrued_fen),
    days: days.map((day) => ({ day, usage: formatFenAsYuan(of(day, true)), orders: formatFenAsYuan(of(day, false)) })),
    instances: groupSmallShares(shares.instances, '不属于某台实例'),
    products: groupSmallShares(shares.products, '不属于某个产品'),
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
    },
  }
}
