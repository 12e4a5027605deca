import { dayMs } from '#contract/day.ts'
import { type InstanceGuardForm, type ScheduleEntry, scheduleActions } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { formatFenText, parseYuanToFen } from '#contract/money.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { computeNextDue } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** The changed columns of a guard, and their timeline text. */
export interface GuardChange {
  changes: Partial<GuardRow>
  title: string
  detail: string
}

/** Throws for what the schema cannot check: past times, limits already reached, rules that do not fit the instance. */
export function assertGuardForm(
  form: InstanceGuardForm,
  row: Pick<InstanceRow, 'status' | 'charge_rule'>,
  spentFen: bigint,
  now: Date,
): void {
  if (row.status === instanceStatusCodes.releasing)
    throw new Refusal('action_not_allowed', { message: '正在释放，不能设置自动关机' })
  if (form.stop_at) {
    const inMs = Date.parse(form.stop_at) - now.getTime()
    if (inMs <= 0) throw createFieldRefusal('invalid', 'stop_at', '关机时间须晚于现在')
    if (inMs > limits.stopTimerMaxDays * dayMs)
      throw createFieldRefusal('invalid', 'stop_at', `最多设为 ${limits.stopTimerMaxDays} 天之内`)
  }
  if (!form.spend_limit) return
  if (row.charge_rule !== 'hour') throw createFieldRefusal('invalid', 'spend_limit', '包日、包周已经付清，不按消费关机')
  if (parseYuanToFen(form.spend_limit) <= spentFen)
    throw createFieldRefusal('invalid', 'spend_limit', `本次运行已花费 ${formatFenText(spentFen)} 元，上限须高于它`)
}

const weekdayNames = '一二三四五六日'
const formatScheduleEntry = ({ action, weekdays, time }: ScheduleEntry): string =>
  `周${[...weekdays]
    .sort()
    .map((day) => weekdayNames[day - 1])
    .join('、')} ${time} ${scheduleActions[action]}`

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns the changes of a form with their timeline text; undefined if nothing changes. */
export function buildGuardChange(form: InstanceGuardForm, guard: GuardRow, now: Date): GuardChange | undefined {
  const changes: GuardChange['changes'] = {}
  const words: string[] = []
  if (form.stop_at !== undefined) {
    const stopAt = form.stop_at === null ? null : new Date(form.stop_at)
    if (stopAt?.getTime() !== guard.stop_at?.getTime()) {
      changes.stop_at = stopAt
      words.push(stopAt ? `定时关机 ${formatBeijingMinute(stopAt)}` : '取消定时关机')
    }
  }
  if (form.schedule !== undefined && !isSame(form.schedule, guard.schedule)) {
    Object.assign(changes, { schedule: form.schedule, ...computeNextDue(form.schedule, now) })
    words.push(form.schedule.length ? `每周计划 ${form.schedule.map(formatScheduleEntry).join('；')}` : '取消每周计划')
  }
  if (form.spend_limit !== undefined) {
    const spendFen = form.spend_limit === null ? null : parseYuanToFen(form.spend_limit)
    if (spendFen !== guard.spend_fen) {
      changes.spend_fen = spendFen
      words.push(spendFen === null ? '取消消费上限' : `消费上限 ¥${formatFenText(spendFen)}`)
    }
  }
  if (form.idle !== undefined) {
    const [idlePercent, idleMinutes] = [form.idle?.percent ?? null, form.idle?.minutes ?? null]
    if (idlePercent !== guard.idle_percent || idleMinutes !== guard.idle_minutes) {
      Object.assign(changes, { idle_percent: idlePercent, idle_minutes: idleMinutes, idle_from: now })
      words.push(form.idle ? `GPU 使用率低于 ${idlePercent}% 满 ${idleMinutes} 分钟关机` : '取消闲置关机')
    }
  }
  return words.length === 0 ? undefined : { changes, title: '设置自动关机', detail: words.join('；') }
}
