import type { Transaction } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { openSegment } from '#server/domains/money/billing/billing.service.ts'
import { limitSegment, runOf } from '#server/domains/money/billing/current-run.service.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { ahead, type Finding, type Sight } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { secondOfLimit } from '#server/domains/rentals/auto-stop/spend-limit.policy.ts'

/** Writes the limit of an instance's run to the segment under way; answers both, or what there is of them. */
async function limitRun(
  trx: Transaction<DB>,
  { instance_id, spend_fen, run_after }: Pick<GuardRow, 'instance_id' | 'spend_fen' | 'run_after'>,
  now: Date,
) {
  const { ended_fen, open } = await runOf(trx, instance_id, run_after, now)
  const limit_s = open && spend_fen !== null ? secondOfLimit(open, spend_fen - ended_fen) : null
  return { limit_s, segment: open && (await limitSegment(trx, instance_id, limit_s, now)) }
}

/** A package is paid for: a limit of what it may spend means nothing to it any more, nor does the stop it foretold. */
export const dropSpendLimit = async (trx: Transaction<DB>, instance_id: string): Promise<void> => {
  const { next_stop_rule } = await guardsRepo(trx).lock(instance_id)
  const foretold = next_stop_rule === 'spend' && { next_stop_at: null, next_stop_rule: null }
  await guardsRepo(trx).update(instance_id, { spend_fen: null, ...foretold })
}

/** Starts the meter of an instance, with its spend limit from the first second on, whatever happens to the platform next. */
export async function startMeter(trx: Transaction<DB>, instance: Parameters<typeof openSegment>[1], now: Date): Promise<void> {
  await openSegment(trx, instance, now)
  const guard = await guardsRepo(trx).find(instance.id)
  if (guard?.spend_fen) await limitRun(trx, guard, now)
}

/**
 * Stops a metered run at the second in which its limit is reached. That second is worked out from the price, written to
 * the meter, which counts none beyond it, and waited for.
 */
export async function spendFinding(
  trx: Transaction<DB>,
  guard: Pick<GuardRow, 'instance_id' | 'spend_fen' | 'run_after' | 'told'>,
  sight: Sight,
): Promise<Finding> {
  const { now } = sight
  const { limit_s, segment } = await limitRun(trx, guard, now)
  if (!segment || limit_s === null || guard.spend_fen === null) return {}
  const why = `消费上限，本次运行已花费 ¥${yuanOfFen(guard.spend_fen)}`
  if (segment.seen_s >= limit_s) return sight.place === 'between' ? {} : { stop: { reason: 'limit', why } }
  if (segment.unseen) return {} // its meter stands: nothing says when
  const at = new Date(segment.seen_at.getTime() + Number(limit_s - segment.seen_s) * 1000)
  const key = `${guard.run_after}:${guard.spend_fen}`
  const coming = `消费上限，本次运行将花到 ¥${yuanOfFen(guard.spend_fen)}`
  return { ...ahead(guard, sight, { rule: 'spend', key, at, why: coming }), known: { at, rule: 'spend' } }
}
