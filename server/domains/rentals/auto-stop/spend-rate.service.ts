import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { graceUntil } from '#server/domains/money/billing/arrears.service.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { lowLineFen, runsOutAt } from '#server/domains/money/billing/low-balance.policy.ts'
import { alertOf } from '#server/domains/money/billing/low-balance.service.ts'
import { countsOf } from '#server/domains/rentals/instances/instances.service.ts'
import type { Context } from '#server/http/context.ts'

/** What runs, what it burns and until when the money lasts; the bar of the console. */
export async function burnOf(ctx: Context) {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { running, saving } = await countsOf(ctx)
  const { cash_fen, reach_fen, burn_micro, billed_micro } = await fundsOf(db, caller.user_id, now)
  const burns = burn_micro > 0n
  const grace_until = burns && reach_fen <= 0n ? await graceUntil(db, caller.user_id) : null
  return {
    running,
    saving,
    burn_hour: yuanOfMicro(billed_micro),
    cash: yuanOfFen(cash_fen),
    runs_out_at: runsOutAt(reach_fen, billed_micro, now)?.toISOString() ?? null,
    low: burns && reach_fen < lowLineFen(await alertOf(db, caller.user_id), burn_micro),
    grace_until: grace_until?.toISOString() ?? null,
  }
}
