import type { Kysely, Transaction } from 'kysely'
import type { Guard, GuardForm } from '#contract/guards.ts'
import { chargeSoFar, yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { runOf } from '#server/domains/money/billing/current-run.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type GuardRow, guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { changesOf, type GuardChange, refuseUnfit } from '#server/domains/rentals/auto-stop/auto-stop-form.service.ts'
import { outlookOf } from '#server/domains/rentals/auto-stop/forecasted-stop.service.ts'
import { readWindow } from '#server/domains/rentals/auto-stop/idle.policy.ts'
import { hasCards, idleRuleOf, idleSince } from '#server/domains/rentals/auto-stop/idle.service.ts'
import { watchedSince } from '#server/domains/rentals/auto-stop/loop-watch.service.ts'
import { firstKnown, placeOf } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { nextMoment } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { spendFinding } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { timerFinding } from '#server/domains/rentals/auto-stop/timer.policy.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { scheduleOf, weeklyFinding } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { gpuUseSince } from '#server/domains/rentals/monitor/samples.service.ts'
import type { Context } from '#server/http/context.ts'

/** What the present run has cost, in fen; nothing while there is none. */
async function spentFen(db: Kysely<DB>, row: InstanceRow, guard: Pick<GuardRow, 'run_after'>, now: Date): Promise<bigint> {
  if (placeOf(row.status) === 'off') return 0n
  const { ended_fen, open } = await runOf(db, row.id, guard.run_after, now)
  return ended_fen + (open ? chargeSoFar(open.price_micro, open.seen_s, open.carry_in) : 0n)
}

async function idleFrom(db: Kysely<DB>, row: InstanceRow, guard: GuardRow, now: Date): Promise<Date | null> {
  const rule = idleRuleOf(guard)
  if (!rule || placeOf(row.status) !== 'running' || !(await hasCards(db, row))) return null
  const since = idleSince(guard, row, (await watchedSince(db)) ?? now, now)
  const from = new Date(Math.max(since.getTime(), now.getTime() - rule.minutes * 60_000))
  return readWindow(rule, await gpuUseSince(db, row.id, from, now), from, now).used_until ?? since
}

async function present(db: Kysely<DB>, row: InstanceRow, guard: GuardRow | undefined, now: Date): Promise<Guard> {
  const schedule = guard ? scheduleOf(guard) : []
  const { next_stop } = outlookOf(row, guard)
  const due_start = guard?.schedule_action === 'start' ? guard.schedule_due_at : null
  return {
    stop_at: guard?.stop_at?.toISOString() ?? null,
    schedule,
    spend_limit: guard?.spend_fen ? yuanOfFen(guard.spend_fen) : null,
    idle: guard ? idleRuleOf(guard) : null,
    spent: yuanOfFen(guard ? await spentFen(db, row, guard, now) : 0n),
    next_stop: next_stop && { at: next_stop.at.toISOString(), rule: next_stop.rule },
    next_start: (due_start ?? nextMoment(schedule, now, 'start')?.at)?.toISOString() ?? null,
    idle_since: guard ? ((await idleFrom(db, row, guard, now))?.toISOString() ?? null) : null,
  }
}

export async function getGuard(ctx: Context, id: string): Promise<Guard> {
  const view = await ownInstance(ctx, id)
  const db = ctx.deps.database.kysely
  return present(db, view, await guardsRepo(db).find(id), ctx.deps.clock.now())
}

/** Changes the guard of an own instance: row, the meter's limit, timeline and stream in one transaction. */
export function changeGuard(
  { deps, caller, transaction }: Context,
  id: string,
  work: (trx: Transaction<DB>, row: InstanceRow, guard: GuardRow) => Promise<GuardChange | undefined>,
): Promise<Guard> {
  return transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    const guard = await guardsRepo(tx.db).lock(id)
    const now = deps.clock.now()
    const change = await work(tx.db, row, guard)
    if (!change) return present(tx.db, row, guard, now)
    const changed = { ...guard, ...change.changes }
    // Nothing is done here that a look would do; only what is known is brought up to date.
    const sight = { now, steady: false, place: placeOf(row.status) }
    const findings = [
      await spendFinding(tx.db, changed, sight),
      timerFinding(changed, sight),
      weeklyFinding(scheduleOf(changed), changed, sight),
    ]
    const known = firstKnown(findings)
    const next = { next_stop_at: known?.at ?? null, next_stop_rule: known?.rule ?? null }
    const { schedule, told, ...columns } = change.changes
    await guardsRepo(tx.db).update(id, { ...columns, ...next, ...(schedule && { schedule: JSON.stringify(schedule) }) })
    await wakeGuards(tx, id)
    const { title, detail } = change
    await noteOnTimeline(tx.db, id, { at: now, actor: 'user', actor_id: caller.user_id, title, detail })
    await publishChange(tx, { user_id: caller.user_id, resource: 'instances', id })
    return present(tx.db, row, { ...changed, ...next }, now)
  })
}

/** Sets the rules that are named; the others stay. */
export const updateGuard = (ctx: Context, id: string, form: GuardForm): Promise<Guard> =>
  changeGuard(ctx, id, async (trx, row, guard) => {
    const now = ctx.deps.clock.now()
    refuseUnfit(form, row, await spentFen(trx, row, guard, now), now)
    return changesOf(form, guard, now)
  })
