import type { z } from 'zod'
import type { consumption } from '#contract/consumption.ts'
import { dayOf, daysAfter } from '#contract/day.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { consumptionRepo } from '#server/domains/money/consumption/consumption.repo.ts'
import { lastsUntil, type Renewal } from '#server/domains/money/consumption/forecast.policy.ts'
import { renewalsDue } from '#server/domains/rentals/renewals/upcoming-renewals.service.ts'
import type { Context } from '#server/http/context.ts'

type Overview = z.input<(typeof consumption)['overview']['data']>
type Share = { id: string | null; name: string | null; fen: bigint }

const shown_days = 30
const shown_shares = 8

const sum = (rows: readonly { fen: bigint }[]): bigint => rows.reduce((total, { fen }) => total + fen, 0n)

/** The largest shares, what is left of them in one. */
function sharesOf(rows: readonly Share[], unnamed: string): Overview['instances'] {
  const [large, rest] = [rows.slice(0, shown_shares), rows.slice(shown_shares)]
  const shares = large.map(({ id, name, fen }) => ({ id, name: name ?? unnamed, amount: yuanOfFen(fen) }))
  return rest.length > 0 ? [...shares, { id: null, name: `其余 ${rest.length} 项`, amount: yuanOfFen(sum(rest)) }] : shares
}

/** What the last 30 days have cost, by day, instance and product, and how long the money lasts. */
export async function costOverview({ deps, caller }: Context): Promise<Overview> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const repo = consumptionRepo(db, caller.user_id)
  const today = dayOf(now)
  const range = { from: daysAfter(today, 1 - shown_days), to: today }
  const by_day = await repo.byDay(range)
  const of = (day: string, is_usage: boolean) => sum(by_day.filter((row) => row.day === day && row.is_usage === is_usage))
  const days = Array.from({ length: shown_days }, (_, index) => daysAfter(range.from, index))
  const month = await repo.byDay({ from: `${today.slice(0, 8)}01`, to: today })
  const funds = await fundsOf(db, caller.user_id, now)
  const due: Renewal[] = await renewalsDue(db, caller.user_id, now)
  const { until, reason, renewals } = lastsUntil(funds.reach_fen, funds.billed_micro, due, now)
  return {
    today: yuanOfFen(sum(by_day.filter(({ day }) => day === today))),
    month: yuanOfFen(sum(month)),
    total: yuanOfFen(sum(by_day)),
    unsettled: yuanOfFen(funds.accrued_fen),
    days: days.map((day) => ({ day, usage: yuanOfFen(of(day, true)), orders: yuanOfFen(of(day, false)) })),
    instances: sharesOf(await repo.byInstance(range), '不属于某台实例'),
    products: sharesOf(await repo.byProduct(range), '不属于某个产品'),
    forecast: {
      available: yuanOfFen(funds.reach_fen),
      burn_hour: yuanOfMicro(funds.billed_micro),
      until: until?.toISOString() ?? null,
      reason,
      renewals: renewals.map(({ at, amount_fen, ...renewal }) => ({
        ...renewal,
        at: at.toISOString(),
        amount: yuanOfFen(amount_fen),
      })),
    },
  }
}
