import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { AmountInput, ById, Id, Time, Yuan } from './scalars.ts'

/** Rules that can stop an instance automatically (product §4). */
export const stopRules = {
  timer: '定时关机',
  schedule: '每周计划',
  spend: '消费上限',
  idle: '闲置关机',
  expiry: '套餐到期',
} as const
export type StopRule = keyof typeof stopRules
export const StopRule = z.enum(Object.keys(stopRules) as [StopRule, ...StopRule[]])

export const scheduleActions = { start: '开机', stop: '关机' } as const
export type ScheduleAction = keyof typeof scheduleActions

const wholeNumber = (label: string, unit: string, least: number, most: number) => {
  const message = `${label}须为 ${least}–${most} ${unit}的整数`
  return z.number({ error: message }).int(message).min(least, message).max(most, message)
}

export const ScheduleEntry = z.object({
  action: z.enum(['start', 'stop'], { error: '请选择开机或关机' }),
  weekdays: z
    .array(z.number().int().min(1).max(7), { error: '请选择星期' })
    .min(1, '请选择星期')
    .max(7, '星期重复')
    .refine((days) => new Set(days).size === days.length, '星期重复')
    .meta({ description: '1 为周一，7 为周日' }),
  time: z
    .string({ error: '请选择时间' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请选择时间')
    .meta({ description: 'HH:MM，北京时间' }),
})
export type ScheduleEntry = z.infer<typeof ScheduleEntry>

/** Limits the number of entries and rejects two entries at the same time. */
const Schedule = z
  .array(ScheduleEntry)
  .max(limits.scheduleEntriesMax, `最多 ${limits.scheduleEntriesMax} 条`)
  .superRefine((entries, ctx) => {
    const taken = new Map<string, number>()
    for (const [index, { weekdays, time }] of entries.entries()) {
      for (const day of weekdays) {
        const other = taken.get(`${day} ${time}`)
        if (other !== undefined && other !== index)
          ctx.addIssue({ code: 'custom', path: [index, 'time'], message: `与第 ${other + 1} 条同时` })
        taken.set(`${day} ${time}`, other ?? index)
      }
    }
  })

const SpendLimit = AmountInput.refine((v) => !(Number(v) < limits.spendMinFen / 100), '消费上限至少 0.10 元')

const IdleRule = z.object({
  percent: wholeNumber('使用率', '', limits.idlePercentMin, limits.idlePercentMax),
  minutes: wholeNumber('时长', '分钟', limits.idleMinutesMin, limits.idleMinutesMax),
})

/** An omitted rule stays unchanged; null (or an empty list) removes it. */
export const InstanceGuardForm = z.object({
  stop_at: z.iso.datetime({ error: '请选择关机时间' }).nullable().optional(),
  schedule: Schedule.optional(),
  spend_limit: SpendLimit.nullable().optional(),
  idle: IdleRule.nullable().optional(),
})
export type InstanceGuardForm = z.infer<typeof InstanceGuardForm>

const UpcomingStop = z.object({ at: Time, rule: StopRule })

export const InstanceGuard = z
  .object({
    stop_at: Time.nullable().meta({ description: '到这一刻关机，只一次' }),
    schedule: z.array(ScheduleEntry),
    spend_limit: Yuan.nullable().meta({ description: '本次运行最多花多少' }),
    idle: IdleRule.nullable(),
    spent: Yuan.meta({ description: '本次运行至今的费用；重启不重新计算' }),
    next_stop: UpcomingStop.nullable().meta({ description: '最早的已知停止' }),
    next_start: Time.nullable().meta({ description: '每周计划的下一次开机' }),
    idle_since: Time.nullable().meta({ description: '闲置从何时算起；没有规则或不在有卡运行时为 null' }),
  })
  .meta({ id: 'Guard' })
export type InstanceGuard = z.infer<typeof InstanceGuard>

/** Total cost of the current run if it ends at certain times; null if nothing is metered. */
export const RunForecast = z
  .object({
    settled: Yuan.meta({ description: '已扣费' }),
    now: Yuan.meta({ description: '现在关机，共计' }),
    morning: z.object({ at: Time, amount: Yuan }).nullable().meta({ description: '运行到下一个早上 9 点，共计' }),
    rule: z.object({ at: Time, rule: StopRule, amount: Yuan }).nullable().meta({ description: '运行到最早的规则停止，共计' }),
  })
  .meta({ id: 'Forecast' })
export type RunForecast = z.infer<typeof RunForecast>

export const BalanceAlertForm = z.object({
  enabled: z.boolean(),
  amount: z
    .string({ error: '请输入金额' })
    .regex(/^\d{1,9}(\.\d{1,2})?$/, '请输入最多保留两位小数的金额')
    .meta({ description: '元' }),
  hours: wholeNumber('小时数', '', 0, limits.lowBalanceHoursMax),
})
export type BalanceAlertForm = z.infer<typeof BalanceAlertForm>

const instanceBase = { access: 'user', owned: 'instance', params: ById } as const

export const instanceGuards = {
  get: endpoint({
    ...instanceBase,
    method: 'GET',
    path: '/api/v1/instance/:id/guard',
    summary: '自动关机规则',
    description: 'Returns the rules that stop an instance by themselves, and the next stop and start they lead to.',
    source: 'decided: product §4',
    data: InstanceGuard,
  }),
  update: endpoint({
    ...instanceBase,
    method: 'PUT',
    path: '/api/v1/instance/:id/guard',
    summary: '设置自动关机规则',
    description: 'Sets the automatic stop rules; a rule left out stays as it is, and null removes it.',
    message: '已保存',
    source: 'decided: product §4',
    body: InstanceGuardForm,
    data: InstanceGuard,
  }),
  extend: endpoint({
    ...instanceBase,
    method: 'POST',
    path: '/api/v1/instance/:id/guard/extend',
    idempotent: true,
    summary: '延后一条规则的停止：再运行 1 小时，闲置重新计时',
    description: "Puts off one rule's coming stop by about an hour; idle time is counted anew.",
    message: '已延后',
    source: 'decided: product §4',
    body: z.object({ rule: StopRule.extract(['timer', 'schedule', 'spend', 'idle']) }),
    data: InstanceGuard,
  }),
  forecast: endpoint({
    ...instanceBase,
    method: 'GET',
    path: '/api/v1/instance/:id/forecast',
    summary: '现在关机、运行到明早、运行到规则停止，各是多少钱',
    description: 'Returns what the present run costs if stopped now, by 9 in the morning, or when a rule stops it.',
    source: 'decided: product §5',
    data: RunForecast,
  }),
  burn: endpoint({
    method: 'GET',
    path: '/api/v1/burn',
    access: 'user',
    summary: '在跑什么，每小时多少钱，余额能用到什么时候',
    description: 'Returns how many instances run, what they cost per hour, and when the balance will be used up.',
    source: 'decided: product §5',
    data: z.object({
      running: z.number().int().meta({ description: '正在运行的实例，包括运行着保存数据的' }),
      saving: z.number().int().meta({ description: '其中正在保存数据的' }),
      burn_hour: Yuan.meta({ description: '按量计费实例每小时的消耗；主机失联的不计' }),
      cash: Yuan.meta({ description: '可用余额' }),
      runs_out_at: Time.nullable().meta({ description: '余额按现在的速度用完的时刻' }),
      low: z.boolean().meta({ description: '低于余额提醒的线' }),
      grace_until: Time.nullable().meta({ description: '余额已用完：到这一刻关机' }),
    }),
  }),
  releases: endpoint({
    method: 'GET',
    path: '/api/v1/release_countdown',
    access: 'user',
    summary: '7 天内将被释放的实例，最早的在前',
    description: "Lists the caller's instances that will be released within seven days, the earliest first.",
    source: 'decided: product §4',
    data: z.array(z.object({ id: Id, nick_name: z.string(), release_at: Time })),
  }),
  get_alert: endpoint({
    method: 'GET',
    path: '/api/v1/balance_alert',
    access: 'user',
    summary: '余额提醒',
    description: 'Returns when the caller is warned of a low balance: below an amount in yuan or hours left.',
    source: 'decided: product §5',
    data: BalanceAlertForm,
  }),
  set_alert: endpoint({
    method: 'PUT',
    path: '/api/v1/balance_alert',
    access: 'user',
    summary: '设置余额提醒',
    description: 'Sets when the caller is warned of a low balance, or turns the warning off.',
    message: '已保存',
    source: 'decided: product §5',
    body: BalanceAlertForm,
    data: BalanceAlertForm,
  }),
}
