import { dayMs } from '#contract/day.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import type { GuardRule } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'

interface Notice {
  class: NotificationClass
  title: string
  content: string
  link: string
}
interface Subject {
  id: string
  nick_name: string
  charge_rule: string
}

const buildInstanceLink = (id: string, tab?: string) => `/console/container-instance/detail/${id}${tab ? `?tab=${tab}` : ''}`
const formatMinutes = (ms: number) => `${Math.max(1, Math.round(ms / 60_000))} 分钟`

/** Describes what a stop means for data and money. */
const describeAfterStop = ({ charge_rule: chargeRule }: Subject): string =>
  chargeRule === 'hour'
    ? '系统盘和数据盘都会保留，按量计费停止，GPU 释放。'
    : '系统盘和数据盘都会保留，GPU 为你保留，套餐继续计时。'

const postponeHints: Record<GuardRule, string> = {
  timer: '还在使用时可以打开实例页延后 1 小时。',
  schedule: '还在使用时可以打开实例页延后 1 小时。',
  spend: '还要继续时可以打开实例页提高上限，再运行 1 小时。',
  idle: '还在使用时打开实例页点「延后」，或在终端里操作，闲置会重新计时。',
}

export const buildComingStopNotice = (of: Subject, rule: GuardRule, why: string, inMs: number): Notice => ({
  class: 'system',
  title: `实例 ${of.nick_name} 约 ${formatMinutes(inMs)}后关机`,
  content: `${why}。${describeAfterStop(of)}${postponeHints[rule]}`,
  link: buildInstanceLink(of.id, 'settings'),
})

export const buildAutoStopNotice = (of: Subject, why: string): Notice => ({
  class: 'system',
  title: `实例 ${of.nick_name} 已自动关机`,
  content: `${why}。${describeAfterStop(of).replaceAll('会', '')}`,
  link: buildInstanceLink(of.id),
})

export const buildDiskFillingNotice = (of: Subject, used: string, limited: boolean): Notice => ({
  class: 'system',
  title: `实例 ${of.nick_name} 的磁盘快满了`,
  content: `${used}。${limited ? '写满后无法再写入' : '超出上限后实例会被关机，数据保留'}，请清理或扩容。`,
  link: buildInstanceLink(of.id),
})

export const buildMissedStartNotice = (of: Subject, why: string, refusal: string): Notice => ({
  class: 'system',
  title: `实例 ${of.nick_name} 没有按计划开机`,
  content: `${why}：${refusal}。数据保留，没有产生费用，可以手动开机。`,
  link: buildInstanceLink(of.id),
})

export const buildComingReleaseNotice = (of: Subject, inMs: number): Notice => ({
  class: 'release',
  title: `实例 ${of.nick_name} 将在 ${Math.max(1, Math.ceil(inMs / dayMs))} 天后释放`,
  content: '停用满 15 天的实例会被释放，系统盘和数据盘随之永久删除，无法恢复。开机一次即可重新计算，重要数据请及时备份。',
  link: buildInstanceLink(of.id),
})

export const buildReleasedNotice = (of: Subject): Notice => ({
  class: 'release',
  title: `实例 ${of.nick_name} 已释放`,
  content: '停用已满 15 天，系统盘和数据盘已删除。账单和订单会保留。',
  link: '/console/container-instance',
})
