import { type GuardForm, type ScheduleEntry, schedule_actions } from '#contract/guards.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { beijingText } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { dueAfter } from '#server/domains/rentals/auto-stop/weekly-schedule.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** What is changed of a guard, and how the timeline names it. */
export interface GuardChange {
  changes: Partial<GuardRow>
  title: string
  detail: string
}

const day_ms = 86_400_000

/** Refuses what the wire cannot judge: times that have passed, limits that are reached, rules that do not fit the instance. */
export function refuseUnfit(
  form: GuardForm,
  row: Pick<InstanceRow, 'status' | 'charge_rule'>,
  spent_fen: bigint,
  now: Date,
): void {
  if (row.status === status_codes.releasing) throw new Refusal('action_not_allowed', { message: '正在释放，不能设置自动关机' })
  if (form.stop_at) {
    const in_ms = Date.parse(form.stop_at) - now.getTime()
    if (in_ms <= 0) throw refuseField('invalid', 'stop_at', '关机时间须晚于现在')
    if (in_ms > limits.stop_timer_max_days * day_ms)
      throw refuseField('invalid', 'stop_at', `最多设为 ${limits.stop_timer_max_days} 天之内`)
  }
  if (!form.spend_limit) return
  if (row.charge_rule !== 'hour') throw refuseField('invalid', 'spend_limit', '包日、包周已经付清，不按消费关机')
  if (fenOfYuan(form.spend_limit) <= spent_fen)
    throw refuseField('invalid', 'spend_limit', `本次运行已花费 ${yuanOfFen(spent_fen)} 元，上限须高于它`)
}

const days = '一二三四五六日'
const entryText = ({ action, weekdays, time }: ScheduleEntry): string =>
  `周${[...weekdays]
    .sort()
    .map((day) => days[day - 1])
    .join('、')} ${time} ${schedule_actions[action]}`

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What a form changes, and in what words; undefined when it changes nothing. */
export function changesOf(form: GuardForm, guard: GuardRow, now: Date): GuardChange | undefined {
  const changes: GuardChange['changes'] = {}
  const words: string[] = []
  if (form.stop_at !== undefined) {
    const stop_at = form.stop_at === null ? null : new Date(form.stop_at)
    if (stop_at?.getTime() !== guard.stop_at?.getTime()) {
      changes.stop_at = stop_at
      words.push(stop_at ? `定时关机 ${beijingText(stop_at)}` : '取消定时关机')
    }
  }
  if (form.schedule !== undefined && !same(form.schedule, guard.schedule)) {
    Object.assign(changes, { schedule: form.schedule, ...dueAfter(form.schedule, now) })
    words.push(form.schedule.length ? `每周计划 ${form.schedule.map(entryText).join('；')}` : '取消每周计划')
  }
  if (form.spend_limit !== undefined) {
    const spend_fen = form.spend_limit === null ? null : fenOfYuan(form.spend_limit)
    if (spend_fen !== guard.spend_fen) {
      changes.spend_fen = spend_fen
      words.push(spend_fen === null ? '取消消费上限' : `消费上限 ¥${yuanOfFen(spend_fen)}`)
    }
  }
  if (form.idle !== undefined) {
    const [idle_percent, idle_minutes] = [form.idle?.percent ?? null, form.idle?.minutes ?? null]
    if (idle_percent !== guard.idle_percent || idle_minutes !== guard.idle_minutes) {
      Object.assign(changes, { idle_percent, idle_minutes, idle_from: now })
      words.push(form.idle ? `GPU 使用率低于 ${idle_percent}% 满 ${idle_minutes} 分钟关机` : '取消闲置关机')
    }
  }
  return words.length === 0 ? undefined : { changes, title: '设置自动关机', detail: words.join('；') }
}
