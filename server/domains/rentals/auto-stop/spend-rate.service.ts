import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import { findGraceEnd } from '#server/domains/money/billing/arrears.service.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { computeLowBalanceFen, computeRunOutTime } from '#server/domains/money/billing/low-balance.policy.ts'
import { getBalanceAlertSettings } from '#server/domains/money/billing/low-balance.service.ts'
import { countOwnInstances } from '#server/domains/rentals/instances/instances.service.ts'
import type { Context } from '#server/http/context.ts'

/** Returns running instances, cost per hour and how long the balance lasts, for the console bar. */
export async function getSpendRate(ctx: Context) {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { running, saving } = await countOwnInstances(ctx)
  const {
    cash_fen: cashFen,
    reach_fen: reachFen,
    burn_micro: burnMicro,
    billed_micro: billedMicro,
  } = await getFunds(db, caller.user_id, now)
  const burns = burnMicro > 0n
  const graceUntil = burns && reachFen <= 0n ? await findGraceEnd(db, caller.user_id) : null
  return {
    running,
    saving,
    burn_hour: formatMicroAsYuan(billedMicro),
    cash: formatFenAsYuan(cashFen),
    runs_out_at: computeRunOutTime(reachFen, billedMicro, now)?.toISOString() ?? null,
    low: burns && reachFen < computeLowBalanceFen(await getBalanceAlertSettings(db, caller.user_id), burnMicro),
    grace_until: graceUntil?.toISOString() ?? null,
  }
}
