import type { InstanceGuard } from '#contract/guards.ts'
import { formatFenText, roundMicroUpToFen } from '#contract/money.ts'
import { getMeteredRun } from '#server/domains/money/billing/current-run.service.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { changeGuard } from '#server/domains/rentals/auto-stop/auto-stop.service.ts'
import type { GuardChange } from '#server/domains/rentals/auto-stop/auto-stop-form.service.ts'
import type { GuardRule } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { findNextMoment, formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { computeNextDue, scheduleOf } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const hourMs = 3_600_000
const addHour = (at: Date) => new Date(at.getTime() + hourMs)

const buildExtension = (detail: string, changes: Partial<GuardRow>): GuardChange => ({ title: '延后自动关机', detail, changes })

/** Postpones a scheduled stop by an hour; if another action is scheduled within that hour, it replaces the stop. */
function postponePlannedStop(guard: GuardRow): GuardChange | undefined {
  const { schedule_due_at: due, schedule_action: scheduleAction } = guard
  if (!due || scheduleAction !== 'stop') return undefined
  const next = findNextMoment(scheduleOf(guard), due)
  if (next && next.at <= addHour(due)) return buildExtension('每周计划跳过这一次关机', computeNextDue(scheduleOf(guard), due))
  return buildExtension(`每周计划这一次推迟到 ${formatBeijingMinute(addHour(due))}`, { schedule_due_at: addHour(due) })
}

/** Postpones the coming stop of a rule: by an hour, or, for idleness, by restarting the idle timer. */
export const postponeGuardStop = (ctx: Context, id: string, rule: GuardRule): Promise<InstanceGuard> =>
  changeGuard(ctx, id, async (trx, _, guard) => {
    const now = ctx.deps.clock.now()
    const changes: Record<GuardRule, () => Promise<GuardChange | undefined>> = {
      timer: async () =>
        guard.stop_at
          ? buildExtension(`定时关机推迟到 ${formatBeijingMinute(addHour(guard.stop_at))}`, { stop_at: addHour(guard.stop_at) })
          : undefined,
      schedule: async () => postponePlannedStop(guard),
      spend: async () => {
        const { open } = await getMeteredRun(trx, id, guard.run_after, now)
        if (!open || !guard.spend_fen) return undefined
        const spendFen = guard.spend_fen + roundMicroUpToFen(open.price_micro)
        return buildExtension(`消费上限提高到 ¥${formatFenText(spendFen)}，约再运行 1 小时`, { spend_fen: spendFen })
      },
      idle: async () => (guard.idle_minutes ? buildExtension('闲置重新计时', { idle_from: now }) : undefined),
    }
    const change = await changes[rule]()
    if (!change) throw new Refusal('guard_not_set')
    return change
  })
