import type { Guard } from '#contract/guards.ts'
import { fenOfMicro, yuanOfFen } from '#contract/money.ts'
import { runOf } from '#server/domains/money/billing/current-run.service.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { changeGuard } from '#server/domains/rentals/auto-stop/auto-stop.service.ts'
import type { GuardChange } from '#server/domains/rentals/auto-stop/auto-stop-form.service.ts'
import type { GuardRule } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import { beijingText, nextMoment } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { dueAfter, scheduleOf } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const hour_ms = 3_600_000
const later = (at: Date) => new Date(at.getTime() + hour_ms)

const extended = (detail: string, changes: Partial<GuardRow>): GuardChange => ({ title: '延后自动关机', detail, changes })

/** A planned stop an hour later; what is planned within that hour takes its place. */
function laterStop(guard: GuardRow): GuardChange | undefined {
  const { schedule_due_at: due, schedule_action } = guard
  if (!due || schedule_action !== 'stop') return undefined
  const next = nextMoment(scheduleOf(guard), due)
  if (next && next.at <= later(due)) return extended('每周计划跳过这一次关机', dueAfter(scheduleOf(guard), due))
  return extended(`每周计划这一次推迟到 ${beijingText(later(due))}`, { schedule_due_at: later(due) })
}

/** Puts off the coming stop of a rule: by an hour, or for idleness, by counting anew. */
export const extendGuard = (ctx: Context, id: string, rule: GuardRule): Promise<Guard> =>
  changeGuard(ctx, id, async (trx, _, guard) => {
    const now = ctx.deps.clock.now()
    const changes: Record<GuardRule, () => Promise<GuardChange | undefined>> = {
      timer: async () =>
        guard.stop_at
          ? extended(`定时关机推迟到 ${beijingText(later(guard.stop_at))}`, { stop_at: later(guard.stop_at) })
          : undefined,
      schedule: async () => laterStop(guard),
      spend: async () => {
        const { open } = await runOf(trx, id, guard.run_after, now)
        if (!open || !guard.spend_fen) return undefined
        const spend_fen = guard.spend_fen + fenOfMicro(open.price_micro)
        return extended(`消费上限提高到 ¥${yuanOfFen(spend_fen)}，约再运行 1 小时`, { spend_fen })
      },
      idle: async () => (guard.idle_minutes ? extended('闲置重新计时', { idle_from: now }) : undefined),
    }
    const change = await changes[rule]()
    if (!change) throw new Refusal('guard_not_set')
    return change
  })
