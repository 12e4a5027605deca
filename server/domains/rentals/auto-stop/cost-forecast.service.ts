import type { RunForecast } from '#contract/guards.ts'
import { computeRunCharge, formatFenAsYuan } from '#contract/money.ts'
import { getMeteredRun } from '#server/domains/money/billing/current-run.service.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { computeNextHour } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { computeCostAfter } from '#server/domains/rentals/auto-stop/spend-limit.policy.ts'
import { computeStopForecast } from '#server/domains/rentals/auto-stop/stop-forecast.service.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import type { Context } from '#server/http/context.ts'

const morningHour = 9

/** Forecasts the total cost of an instance, stopped now or left running, with the billing function itself (product §5). */
export async function getInstanceForecast(ctx: Context, id: string): Promise<RunForecast> {
  const view = await getOwnInstance(ctx, id)
  const db = ctx.deps.database.kysely
  const now = ctx.deps.clock.now()
  const { ended_fen: endedFen, open } = await getMeteredRun(db, id, 0n, now)
  const beforeFen = view.paid_fen + endedFen
  const settled = formatFenAsYuan(beforeFen + (open?.billed_fen ?? 0n))
  if (!open) return { settled, now: settled, morning: null, rule: null }
  const { next_stop: nextStop } = computeStopForecast(view, await guardsRepo(db).find(id))
  const amountAt = (at: Date) =>
    formatFenAsYuan(beforeFen + computeCostAfter(open, (at.getTime() - open.seen_at.getTime()) / 1000))
  const morning = computeNextHour(morningHour, now)
  const stopsBefore = nextStop !== null && nextStop.at < morning
  return {
    settled,
    now: formatFenAsYuan(beforeFen + computeRunCharge(open.price_micro, open.seen_s, open.carry_in)),
    morning: stopsBefore ? null : { at: morning.toISOString(), amount: amountAt(morning) },
    rule: nextStop && { at: nextStop.at.toISOString(), rule: nextStop.rule, amount: amountAt(nextStop.at) },
  }
}
