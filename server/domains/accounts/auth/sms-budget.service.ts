import type { Kysely } from 'kysely'
import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { alarmAdministrators } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import type { RateBucket, RatePolicy } from '#server/http/rate-limits.policy.ts'
import { rateLimitsRepo } from '#server/http/rate-limits.repo.ts'
import type { RateSlot } from '#server/http/rate-limits.ts'
import type { Tx } from '#server/tx.ts'

/**
 * Who requests a code: `known` is signed in, or on a network from which the phone's account has signed in before; `visitor` is
 * anybody else. A fifth of the daily codes is reserved for `known`.
 */
export type CaptchaAsker = 'known' | 'visitor'

const computeSmsBudget = ({ config }: Pick<Deps, 'config'>) => {
  const { daily_budget: budget } = config.sms
  return { budget, visitors_max: budget - Math.floor(budget / 5) }
}

/** Keys of the counters for one day in China, shared by all nodes: always two rows. */
const buildCounterKeys = (day: string) => ({ all: `sms-sent:${day}`, visitors: `sms-sent:${day}:visitors` })

/** Allows `max` codes until the day ends. A code that is not sent is checked alike but not counted. */
const buildDayPolicy =
  (max: number, day: string, sending: boolean): RatePolicy =>
  ({ hits, window_started_at: windowStartedAt }, now) =>
    hits < max
      ? { next: { hits: hits + (sending ? 1 : 0), window_started_at: windowStartedAt } }
      : { wait_ms: toDayStart(addDays(day, 1)).getTime() - now.getTime() }

/** Builds the slots a code takes from today's budget. */
export function buildSmsBudgetSlots(deps: Pick<Deps, 'clock' | 'config'>, asker: CaptchaAsker, sending: boolean): RateSlot[] {
  const day = toShanghaiDay(deps.clock.now())
  const { budget, visitors_max: visitorsMax } = computeSmsBudget(deps)
  const { all, visitors } = buildCounterKeys(day)
  const refusal = 'sms_used_up'
  return [
    { key: all, policy: buildDayPolicy(budget, day, sending), refusal },
    ...(asker === 'visitor' ? [{ key: visitors, policy: buildDayPolicy(visitorsMax, day, sending), refusal } as const] : []),
  ]
}

export interface SmsDayUsage {
  by_known: number
  by_visitors: number
  budget: number
  /** The part of the budget visitors may use. */
  visitors_max: number
}

/** Returns how many codes were sent today and how many may be. */
export async function getSmsDayUsage(db: Kysely<DB>, deps: Pick<Deps, 'clock' | 'config'>): Promise<SmsDayUsage> {
  const { all, visitors } = buildCounterKeys(toShanghaiDay(deps.clock.now()))
  const counters = await rateLimitsRepo(db).read([all, visitors])
  const [total = 0, byVisitors = 0] = [counters.get(all)?.hits, counters.get(visitors)?.hits]
  return { by_known: Math.max(0, total - byVisitors), by_visitors: byVisitors, ...computeSmsBudget(deps) }
}

interface Alarm {
  step: string
  reached: boolean
  title: string
  content: string
}

function computeAlarms(deps: Pick<Deps, 'config'>, total: number, visitors: number): Alarm[] {
  const { budget, visitors_max: visitorsMax } = computeSmsBudget(deps)
  const meaning = '不是活动带来的话，可能有人在刷短信。'
  return [
    ...[50, 80].map((percent) => ({
      step: `${percent}`,
      reached: total * 100 >= budget * percent,
      title: `今天的短信验证码已用 ${percent}%`,
      content: `已发出 ${total} 条，每日上限 ${budget} 条，其中 ${budget - visitorsMax} 条留给已登录的用户。${meaning}`,
    })),
    {
      step: 'visitors',
      reached: visitors >= visitorsMax,
      title: '今天的短信验证码只剩已登录用户的部分',
      content: `未登录时可用的 ${visitorsMax} 条已发完，明天 0 点前不能用短信注册、登录或重置密码，密码登录不受影响；已登录的用户还有 ${budget - total} 条。${meaning}`,
    },
  ]
}

/** Notifies administrators how fast the budget is used, once per day and step. */
export async function notifySmsBudgetUse(tx: Tx, taken: ReadonlyMap<string, RateBucket>): Promise<void> {
  const { all, visitors } = buildCounterKeys(toShanghaiDay(tx.now()))
  const [total = 0, byVisitors = 0] = [taken.get(all)?.hits, taken.get(visitors)?.hits]
  const reached = computeAlarms(tx.deps, total, byVisitors).filter((alarm) => alarm.reached)
  const alarms = reached.map(({ step, title, content }) => ({ key: `sms:${step}`, title, content, link: '/operator/panel' }))
  const first = await alarmAdministrators(tx, alarms)
  for (const { step } of reached.filter((alarm) => first.has(`sms:${alarm.step}`)))
    tx.afterCommit(() =>
      tx.deps.log.warn({ step, sent: total, by_visitors: byVisitors }, 'the day’s budget of SMS codes is going'),
    )
}
