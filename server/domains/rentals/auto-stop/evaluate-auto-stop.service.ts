import type { Deps } from '#server/deps.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { advanceReleaseCountdown, type ReleaseCountdown } from '#server/domains/rentals/auto-release/auto-release.service.ts'
import { buildComingStopNotice } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { evaluateIdleRule, type GpuUseReader } from '#server/domains/rentals/auto-stop/idle.service.ts'
import { recordWatchTick } from '#server/domains/rentals/auto-stop/loop-watch.service.ts'
import { bootBySchedule, recordMissedStart, stopByRule } from '#server/domains/rentals/auto-stop/power-by-rule.service.ts'
import {
  addMinute,
  findEarliestStop,
  notifiedStopsOf,
  type RuleContext,
  type RuleResult,
  toRunPhase,
} from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { evaluateSpendLimit } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { evaluateTimer } from '#server/domains/rentals/auto-stop/timer.policy.ts'
import { evaluateWeeklySchedule, scheduleOf } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import { lockInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { listGpuUse } from '#server/domains/rentals/monitor/samples.service.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const batch = 100

interface WatchState {
  up_since: Date
  steady: boolean
  gpu_use: GpuUseReader
}

/**
 * Evaluates all due guards and acts on the results. Returns when the next guard is due; call it then, or when woken. `isSteady`
 * is called only if something is due.
 */
export async function runDueGuards(
  deps: Deps,
  isSteady: () => Promise<boolean>,
  gpuUse: GpuUseReader = listGpuUse,
): Promise<Date | null> {
  const upSince = await recordWatchTick(deps)
  const repo = guardsRepo(deps.database.kysely)
  let steady: boolean | undefined
  for (let ids = await repo.due(deps.clock.now(), batch); ids.length > 0; ids = await repo.due(deps.clock.now(), batch)) {
    steady ??= await isSteady()
    for (const id of ids) await evaluateIsolated(deps, id, { up_since: upSince, steady, gpu_use: gpuUse })
  }
  return repo.firstDue()
}

/** Isolates failures: a failed guard is retried in a minute, and the others still run. */
async function evaluateIsolated(deps: Deps, id: string, watch: WatchState): Promise<void> {
  try {
    await inTransaction(deps, (tx) => evaluateGuards(tx, id, watch))
  } catch (error) {
    deps.log.error({ err: error, instance: id }, 'looking at guards failed')
    await guardsRepo(deps.database.kysely).update(id, { due_at: addMinute(deps.clock.now()) })
  }
}

async function evaluateGuards(tx: Tx, id: string, { up_since: upSince, steady, gpu_use: gpuUse }: WatchState): Promise<void> {
  const repo = guardsRepo(tx.db)
  const row = await lockInstance(tx.db, id)
  const guard = await repo.lock(id)
  const now = tx.now()
  // Another worker has already evaluated this guard.
  if (!guard.due_at || guard.due_at > now) return
  if (!row || row.released_at) return void (await repo.update(id, { due_at: null }))
  const sight: RuleContext = { now, steady, place: toRunPhase(row.status) }
  const weekly = evaluateWeeklySchedule(scheduleOf(guard), guard, sight)
  const findings = [
    await evaluateSpendLimit(tx.db, guard, sight),
    evaluateTimer(guard, sight),
    weekly,
    await evaluateIdleRule(tx.db, row, guard, { sight, up_since: upSince, gpu_use: gpuUse }),
  ]
  const stopping = findings.find((finding) => finding.stop)
  // A status change makes the instance due again by itself; a mere rule change is evaluated again at once.
  if (stopping?.stop) {
    await repo.update(id, { ...stopping.changes, next_stop_at: null, next_stop_rule: null })
    return stopByRule(tx, row, stopping.stop)
  }
  const changes = Object.assign({}, ...findings.map((finding) => finding.changes ?? {})) as NonNullable<RuleResult['changes']>
  const told = { ...notifiedStopsOf(guard) }
  for (const { tell } of findings) {
    if (!tell) continue
    told[tell.rule] = tell.key
    const userId = row.user_id
    const notice = buildComingStopNotice(row, tell.rule, tell.why, tell.at.getTime() - now.getTime())
    await notifyUser(tx, { user_id: userId, ...notice })
  }
  // A boot that is due now restarts the countdown.
  const countdown: ReleaseCountdown = weekly.start ? {} : await advanceReleaseCountdown(tx, row, guard, sight)
  const known = findEarliestStop(findings)
  const times = [countdown.look_at, ...findings.map((finding) => finding.look_at)].filter((at) => at !== undefined)
  const changed = Object.keys(changes).length > 0
  await repo.update(id, {
    ...changes,
    ...countdown.changes,
    told: JSON.stringify(told),
    next_stop_at: known?.at ?? null,
    next_stop_rule: known?.rule ?? null,
    due_at: changed ? now : times.length > 0 ? new Date(Math.min(...times.map((at) => at.getTime()))) : null,
  })
  if (countdown.released) return
  if (weekly.start) return bootBySchedule(tx, row, weekly.start.why)
  if (weekly.missed_start) return recordMissedStart(tx, row, weekly.missed_start.why)
  if (known?.at.getTime() !== guard.next_stop_at?.getTime())
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
}
