import type { z } from 'zod'
import type { consumption, SpreadPackage } from '#contract/consumption.ts'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { CostShare } from '#server/domains/money/consumption/consumption.repo.ts'
import { listCostShares, listDailyCosts } from '#server/domains/money/consumption/consumption.service.ts'
import { getMoneyForecast } from '#server/domains/rentals/overview/money-forecast.service.ts'
import {
  listLastDays,
  listPackages,
  type SpendRange,
  spreadPackages,
  sumFen,
  toDayRange,
  toSpendWindow,
} from '#server/domains/rentals/overview/spend-by-use.service.ts'
import { computeSpanCost } from '#server/domains/rentals/what-if/package-cost.policy.ts'
import type { PackageSpan } from '#server/domains/rentals/what-if/package-spans.service.ts'
import type { Context } from '#server/http/context.ts'

type Overview = z.input<(typeof consumption)['overview']['data']>
type DailyCost = Awaited<ReturnType<typeof listDailyCosts>>[number]

const shownDays = 30
const shownShares = 8
/** Periods that are compared with as many days before. */
const comparedDays = [7, 30]

/** Keeps the largest shares and merges the rest into one. */
function groupSmallShares(rows: readonly CostShare[], unnamed: string): Overview['instances'] {
  const [large, rest] = [rows.slice(0, shownShares), rows.slice(shownShares)]
  const shares = large.map(({ id, name, fen }) => ({ id, name: name ?? unnamed, amount: formatFenAsYuan(fen) }))
  return rest.length > 0
    ? [
        ...shares,
        { id: null, name: `其余 ${rest.reduce((sum, { count }) => sum + count, 0)} 项`, amount: formatFenAsYuan(sumFen(rest)) },
      ]
    : shares
}

/** Sums the last days and as many before them. */
function comparePeriods(costs: readonly DailyCost[], today: string): Overview['periods'] {
  const sumBetween = (from: string, to: string) => formatFenAsYuan(sumFen(costs.filter(({ day }) => day >= from && day <= to)))
  return comparedDays.map((days) => ({
    days,
    amount: sumBetween(addDays(today, 1 - days), today),
    before: sumBetween(addDays(today, 1 - 2 * days), addDays(today, -days)),
  }))
}

const isUsage = ({ kind }: DailyCost) => kind === 'usage' || kind === 'llm_usage'
const isLateFee = ({ kind }: DailyCost) => kind === 'late_fee'

/** Each day as paid, and what of its packages was used. */
function presentDays(costs: readonly DailyCost[], packages: readonly PackageSpan[], range: SpendRange): Overview['days'] {
  const spread = spreadPackages(packages, range)
  return range.days.map((day) => {
    const own = costs.filter((row) => row.day === day)
    const sumOf = (counts: (row: DailyCost) => boolean) => formatFenAsYuan(sumFen(own.filter(counts)))
    return {
      day,
      usage: sumOf(isUsage),
      orders: sumOf((row) => !isUsage(row)),
      packages: formatFenAsYuan(sumFen(spread.filter((row) => row.day === day))),
      late_fees: sumOf(isLateFee),
    }
  })
}

const presentPackage = (span: PackageSpan, usedFen: bigint): SpreadPackage => ({
  order_id: span.order_id,
  instance_id: span.instance_id,
  name: span.instance_name,
  from: new Date(span.from).toISOString(),
  to: new Date(span.to).toISOString(),
  amount: formatFenAsYuan(span.fen),
  used: formatFenAsYuan(usedFen),
})

/** Returns the costs of the last 30 days by day, instance and product, and a forecast of how long the balance lasts. */
export async function getCostOverview({ deps, caller }: Context): Promise<Overview> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const today = toShanghaiDay(now)
  const range = { days: listLastDays(today, shownDays), now }
  const { from, to } = toDayRange(range)
  const compared = await listDailyCosts(db, caller.user_id, { from: addDays(from, -shownDays), to })
  const costs = compared.filter(({ day }) => day >= from)
  const month = compared.filter(({ day }) => day >= `${today.slice(0, 8)}01`)
  const packages = await listPackages(db, caller.user_id, range)
  const spent = packages.map((span) => ({ span, fen: computeSpanCost(span, toSpendWindow(range)) }))
  const shares = await listCostShares(db, caller.user_id, { from, to }, shownShares)
  const { accrued_fen: accruedFen, forecast } = await getMoneyForecast(db, caller.user_id, now)
  return {
    today: formatFenAsYuan(sumFen(costs.filter(({ day }) => day === today))),
    month: formatFenAsYuan(sumFen(month)),
    total: formatFenAsYuan(sumFen(costs)),
    unsettled: formatFenAsYuan(accruedFen),
    days: presentDays(costs, packages, range),
    used: formatFenAsYuan(sumFen(costs.filter((row) => isUsage(row) || isLateFee(row))) + sumFen(spent)),
    packages: spent.filter(({ span }) => span.fen !== 0n).map(({ span, fen }) => presentPackage(span, fen)),
    periods: comparePeriods(compared, today),
    instances: groupSmallShares(shares.instances, '不属于某台实例'),
    products: groupSmallShares(shares.products, '不属于某个产品'),
    forecast,
  }
}
