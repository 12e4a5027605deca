import type { Kysely, Transaction } from 'kysely'
import type { InstanceGuard, InstanceGuardForm } from '#contract/guards.ts'
import { computeRunCharge, formatFenAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { getMeteredRun } from '#server/domains/money/billing/current-run.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { assertGuardForm, buildGuardChange, type GuardChange } from '#server/domains/rentals/auto-stop/auto-stop-form.service.ts'
import { evaluateIdleWindow } from '#server/domains/rentals/auto-stop/idle.policy.ts'
import { computeIdleSince, hasCards, toIdleStopRule } from '#server/domains/rentals/auto-stop/idle.service.ts'
import { findWatchedSince } from '#server/domains/rentals/auto-stop/loop-watch.service.ts'
import { findEarliestStop, toRunPhase } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { findNextMoment } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { evaluateSpendLimit } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { computeStopForecast } from '#server/domains/rentals/auto-stop/stop-forecast.service.ts'
import { evaluateTimer } from '#server/domains/rentals/auto-stop/timer.policy.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { evaluateWeeklySchedule, scheduleOf } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { listGpuUse } from '#server/domains/rentals/monitor/samples.service.ts'
import type { Context } from '#server/http/context.ts'

/** Returns the cost of the current run in fen; 0 if there is no run. */
async function getRunCostFen(db: Kysely<DB>, row: InstanceRow, guard: Pick<GuardRow, 'run_after'>, now: Date): Promise<bigint> {
  if (toRunPhase(row.status) === 'off') return 0n
  const { ended_fen: endedFen, open } = await getMeteredRun(db, row.id, guard.run_after, now)
  return endedFen + (open ? computeRunCharge(open.price_micro, open.seen_s, open.carry_in) : 0n)
}

async function findIdleStart(db: Kysely<DB>, row: InstanceRow, guard: GuardRow, now: Date): Promise<Date | null> {
  const rule = toIdleStopRule(guard)
  if (!rule || toRunPhase(row.status) !== 'running' || !(await hasCards(db, row))) return null
  const since = computeIdleSince(guard, row, (await findWatchedSince(db)) ?? now, now)
  const from = new Date(Math.max(since.getTime(), now.getTime() - rule.minutes * 60_000))
  return evaluateIdleWindow(rule, await listGpuUse(db, row.id, from, now), from, now).used_until ?? since
}

async function present(db: Kysely<DB>, row: InstanceRow, guard: GuardRow | undefined, now: Date): Promise<InstanceGuard> {
  const schedule = guard ? scheduleOf(guard) : []
  const { next_stop: nextStop } = computeStopForecast(row, guard)
  const dueStart = guard?.schedule_action === 'start' ? guard.schedule_due_at : null
  return {
    stop_at: guard?.stop_at?.toISOString() ?? null,
    schedule,
    spend_limit: guard?.spend_fen ? formatFenAsYuan(guard.spend_fen) : null,
    idle: guard ? toIdleStopRule(guard) : null,
    spent: formatFenAsYuan(guard ? await getRunCostFen(db, row, guard, now) : 0n),
    next_stop: nextStop && { at: nextStop.at.toISOString(), rule: nextStop.rule },
    next_start: (dueStart ?? findNextMoment(schedule, now, 'start')?.at)?.toISOString() ?? null,
    idle_since: guard ? ((await findIdleStart(db, row, guard, now))?.toISOString() ?? null) : null,
  }
}

export async function getGuard(ctx: Context, id: string): Promise<InstanceGuard> {
  const view = await getOwnInstance(ctx, id)
  const db = ctx.deps.database.kysely
  return present(db, view, await guardsRepo(db).find(id), ctx.deps.clock.now())
}

/** Changes the guard of an own instance: row, spend limit of the meter, timeline and stream in one transaction. */
export function changeGuard(
  { deps, caller, transaction }: Context,
  id: string,
  work: (trx: Transaction<DB>, row: InstanceRow, guard: GuardRow) => Promise<GuardChange | undefined>,
): Promise<InstanceGuard> {
  return transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    const guard = await guardsRepo(tx.db).lock(id)
    const now = deps.clock.now()
    const change = await work(tx.db, row, guard)
    if (!change) return present(tx.db, row, guard, now)
    const changed = { ...guard, ...change.changes }
    // Takes no action here; only updates the next known stop. The worker evaluates the rules.
    const sight = { now, steady: false, place: toRunPhase(row.status) }
    const findings = [
      await evaluateSpendLimit(tx.db, changed, sight),
      evaluateTimer(changed, sight),
      evaluateWeeklySchedule(scheduleOf(changed), changed, sight),
    ]
    const known = findEarliestStop(findings)
    const next = { next_stop_at: known?.at ?? null, next_stop_rule: known?.rule ?? null }
    const { schedule, told, ...columns } = change.changes
    await guardsRepo(tx.db).update(id, { ...columns, ...next, ...(schedule && { schedule: JSON.stringify(schedule) }) })
    await wakeGuards(tx, id)
    const { title, detail } = change
    await recordTimelineEvent(tx.db, id, { at: now, actor: 'user', actor_id: caller.user_id, title, detail })
    await publishChange(tx, { user_id: caller.user_id, resource: 'instances', id })
    return present(tx.db, row, { ...changed, ...next }, now)
  })
}

/** Sets the given rules; the others stay unchanged. */
export const updateGuard = (ctx: Context, id: string, form: InstanceGuardForm): Promise<InstanceGuard> =>
  changeGuard(ctx, id, async (trx, row, guard) => {
    const now = ctx.deps.clock.now()
    assertGuardForm(form, row, await getRunCostFen(trx, row, guard, now), now)
    return buildGuardChange(form, guard, now)
  })
