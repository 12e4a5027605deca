import type { z } from 'zod'
import type { consumption } from '#contract/consumption.ts'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { listCostShares, listDailyCosts } from '#server/domains/money/consumption/consumption.service.ts'
import { getMoneyForecast } from '#server/domains/rentals/overview/money-forecast.service.ts'
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
  const { accrued_fen: accruedFen, forecast } = await getMoneyForecast(db, caller.user_id, now)
  return {
    today: formatFenAsYuan(sumFen(byDay.filter(({ day }) => day === today))),
    month: formatFenAsYuan(sumFen(month)),
    total: formatFenAsYuan(sumFen(byDay)),
    unsettled: formatFenAsYuan(accruedFen),
    days: days.map((day) => ({ day, usage: formatFenAsYuan(of(day, true)), orders: formatFenAsYuan(of(day, false)) })),
    instances: groupSmallShares(shares.instances, '不属于某台实例'),
    products: groupSmallShares(shares.products, '不属于某个产品'),
    forecast,
  }
}
