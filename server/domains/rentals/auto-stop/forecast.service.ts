import type { Forecast } from '#contract/guards.ts'
import { chargeSoFar, yuanOfFen } from '#contract/money.ts'
import { runOf } from '#server/domains/money/billing/current-run.service.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { outlookOf } from '#server/domains/rentals/auto-stop/forecasted-stop.service.ts'
import { nextHour } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { costAfter } from '#server/domains/rentals/auto-stop/spend-limit.policy.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import type { Context } from '#server/http/context.ts'

const morning_hour = 9

/** What an instance will have cost in all, stopped now or left running; by the function that bills it (product §5). */
export async function forecastOf(ctx: Context, id: string): Promise<Forecast> {
  const view = await ownInstance(ctx, id)
  const db = ctx.deps.database.kysely
  const now = ctx.deps.clock.now()
  const { ended_fen, open } = await runOf(db, id, 0n, now)
  const before_fen = view.paid_fen + ended_fen
  const settled = yuanOfFen(before_fen + (open?.billed_fen ?? 0n))
  if (!open) return { settled, now: settled, morning: null, rule: null }
  const { next_stop } = outlookOf(view, await guardsRepo(db).find(id))
  const amountAt = (at: Date) => yuanOfFen(before_fen + costAfter(open, (at.getTime() - open.seen_at.getTime()) / 1000))
  const morning = nextHour(morning_hour, now)
  const stops_before = next_stop !== null && next_stop.at < morning
  return {
    settled,
    now: yuanOfFen(before_fen + chargeSoFar(open.price_micro, open.seen_s, open.carry_in)),
    morning: stops_before ? null : { at: morning.toISOString(), amount: amountAt(morning) },
    rule: next_stop && { at: next_stop.at.toISOString(), rule: next_stop.rule, amount: amountAt(next_stop.at) },
  }
}
