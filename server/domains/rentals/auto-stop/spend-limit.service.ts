import type { Transaction } from 'kysely'
import { formatFenText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { openSegment } from '#server/domains/money/billing/billing.service.ts'
import { getMeteredRun, setSegmentLimit } from '#server/domains/money/billing/current-run.service.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { buildComingStop, type RuleContext, type RuleResult } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { computeLimitSecond } from '#server/domains/rentals/auto-stop/spend-limit.policy.ts'

/** Writes the run's spend limit to the open segment; returns the limit and the segment, if any. */
async function applyRunLimit(
  trx: Transaction<DB>,
  {
    instance_id: instanceId,
    spend_fen: spendFen,
    run_after: runAfter,
  }: Pick<GuardRow, 'instance_id' | 'spend_fen' | 'run_after'>,
  now: Date,
) {
  const { ended_fen: endedFen, open } = await getMeteredRun(trx, instanceId, runAfter, now)
  const limitS = open && spendFen !== null ? computeLimitSecond(open, spendFen - endedFen) : null
  return { limit_s: limitS, segment: open && (await setSegmentLimit(trx, instanceId, limitS, now)) }
}

/** Clears the spend limit and its announced stop when an instance becomes a package, because a package is already paid. */
export const clearSpendLimit = async (trx: Transaction<DB>, instanceId: string): Promise<void> => {
  const { next_stop_rule: nextStopRule } = await guardsRepo(trx).lock(instanceId)
  const foretold = nextStopRule === 'spend' && { next_stop_at: null, next_stop_rule: null }
  await guardsRepo(trx).update(instanceId, { spend_fen: null, ...foretold })
}

/**
 * Starts the meter of an instance with its spend limit from the first second, so the limit holds even if the platform fails
 * later.
 */
export async function startMeter(trx: Transaction<DB>, instance: Parameters<typeof openSegment>[1], now: Date): Promise<void> {
  await openSegment(trx, instance, now)
  const guard = await guardsRepo(trx).find(instance.id)
  if (guard?.spend_fen) await applyRunLimit(trx, guard, now)
}

/**
 * Stops a metered run at the second in which its limit is reached. That second is computed from the price and stored in the
 * meter, which counts no further; the stop then waits for it.
 */
export async function evaluateSpendLimit(
  trx: Transaction<DB>,
  guard: Pick<GuardRow, 'instance_id' | 'spend_fen' | 'run_after' | 'told'>,
  sight: RuleContext,
): Promise<RuleResult> {
  const { now } = sight
  const { limit_s: limitS, segment } = await applyRunLimit(trx, guard, now)
  if (!segment || limitS === null || guard.spend_fen === null) return {}
  const why = `消费上限，本次运行已花费 ¥${formatFenText(guard.spend_fen)}`
  if (segment.seen_s >= limitS) return sight.place === 'between' ? {} : { stop: { reason: 'limit', why } }
  if (segment.unseen) return {} // the meter is paused, so the stop time is unknown
  const at = new Date(segment.seen_at.getTime() + Number(limitS - segment.seen_s) * 1000)
  const key = `${guard.run_after}:${guard.spend_fen}`
  const coming = `消费上限，本次运行将花到 ¥${formatFenText(guard.spend_fen)}`
  return { ...buildComingStop(guard, sight, { rule: 'spend', key, at, why: coming }), known: { at, rule: 'spend' } }
}
