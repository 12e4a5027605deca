import type { Kysely } from 'kysely'
import { roles_of_access } from '#contract/access.ts'
import { dayOf, daysAfter, startOfDay } from '#contract/day.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Bucket, Policy } from '#server/http/rate-limits.policy.ts'
import { rateLimitsRepo } from '#server/http/rate-limits.repo.ts'
import type { Slot } from '#server/http/rate-limits.ts'
import type { Tx } from '#server/tx.ts'

/**
 * Whom a code is sent for: `known`, who is signed in, or asks from where the phone's account has signed in before, or any
 * visitor. Of the day's codes a fifth is for the known alone.
 */
export type Asker = 'known' | 'visitor'

const budgetOf = ({ config }: Pick<Deps, 'config'>) => {
  const { daily_budget: budget } = config.sms
  return { budget, visitors_max: budget - Math.floor(budget / 5) }
}

/** Counters of a day in China, over all nodes: two rows, whatever is sent. */
const keysOf = (day: string) => ({ all: `sms-sent:${day}`, visitors: `sms-sent:${day}:visitors` })

/** `max` until the day ends. What is not sent is looked at alike and not counted. */
const untilTomorrow =
  (max: number, day: string, sending: boolean): Policy =>
  ({ hits, window_started_at }, now) =>
    hits < max
      ? { next: { hits: hits + (sending ? 1 : 0), window_started_at } }
      : { wait_ms: startOfDay(daysAfter(day, 1)).getTime() - now.getTime() }

/** What a code takes from today's budget. */
export function budgetSlots(deps: Pick<Deps, 'clock' | 'config'>, asker: Asker, sending: boolean): Slot[] {
  const day = dayOf(deps.clock.now())
  const { budget, visitors_max } = budgetOf(deps)
  const { all, visitors } = keysOf(day)
  const refusal = 'sms_used_up'
  return [
    { key: all, policy: untilTomorrow(budget, day, sending), refusal },
    ...(asker === 'visitor' ? [{ key: visitors, policy: untilTomorrow(visitors_max, day, sending), refusal } as const] : []),
  ]
}

export interface SmsToday {
  by_known: number
  by_visitors: number
  budget: number
  /** Of the budget, what visitors may have at most. */
  visitors_max: number
}

/** How many codes were sent today, and how many may be. */
export async function smsToday(db: Kysely<DB>, deps: Pick<Deps, 'clock' | 'config'>): Promise<SmsToday> {
  const { all, visitors } = keysOf(dayOf(deps.clock.now()))
  const counters = await rateLimitsRepo(db).read([all, visitors])
  const [total = 0, by_visitors = 0] = [counters.get(all)?.hits, counters.get(visitors)?.hits]
  return { by_known: Math.max(0, total - by_visitors), by_visitors, ...budgetOf(deps) }
}

interface Alarm {
  step: string
  reached: boolean
  title: string
  content: string
}

function alarmsAt(deps: Pick<Deps, 'config'>, total: number, visitors: number): Alarm[] {
  const { budget, visitors_max } = budgetOf(deps)
  const meaning = '不是活动带来的话，可能有人在刷短信。'
  return [
    ...[50, 80].map((percent) => ({
      step: `${percent}`,
      reached: total * 100 >= budget * percent,
      title: `今天的短信验证码已用 ${percent}%`,
      content: `已发出 ${total} 条，每日上限 ${budget} 条，其中 ${budget - visitors_max} 条留给已登录的用户。${meaning}`,
    })),
    {
      step: 'visitors',
      reached: visitors >= visitors_max,
      title: '今天的短信验证码只剩已登录用户的部分',
      content: `未登录时可用的 ${visitors_max} 条已发完，明天 0 点前不能用短信注册、登录或重置密码，密码登录不受影响；已登录的用户还有 ${budget - total} 条。${meaning}`,
    },
  ]
}

/** Tells the administrators, once a day and step, how fast the budget goes. */
export async function raiseAlarms(tx: Tx, taken: ReadonlyMap<string, Bucket>): Promise<void> {
  const now = tx.now()
  const { all, visitors } = keysOf(dayOf(now))
  const [total = 0, by_visitors = 0] = [taken.get(all)?.hits, taken.get(visitors)?.hits]
  const reached = alarmsAt(tx.deps, total, by_visitors).filter((alarm) => alarm.reached)
  if (reached.length === 0) return
  const keyOf = ({ step }: Alarm) => `sms-alarm:${dayOf(now)}:${step}`
  const first = await rateLimitsRepo(tx.db).mark(reached.map(keyOf), now)
  for (const alarm of reached.filter((one) => first.includes(keyOf(one)))) {
    for (const user_id of await operatorsWith(tx.db, roles_of_access.operator_admin)) {
      const { title, content } = alarm
      await notify(tx, { user_id, class: 'system', title, content, link: '/operator/panel' })
    }
    tx.afterCommit(() =>
      tx.deps.log.warn({ step: alarm.step, sent: total, by_visitors }, 'the day’s budget of SMS codes is going'),
    )
  }
}
