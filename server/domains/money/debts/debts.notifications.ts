import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { NotificationClass } from '#contract/notifications.ts'

interface Notice {
  class: NotificationClass
  title: string
  content: string
  link: string
}

const rate = `每日 ${limits.late_fee_percent_per_day}%`
const about = { class: 'arrears', link: '/recharge' } as const

/** The first day of a debt, and the days on which what is shut down is warned of its release. */
export const days_told: readonly number[] = [1, ...limits.release_notice_days]

export function noticeOfDay(owed_fen: bigint, days: number): Notice {
  const left = limits.late_termination_days - days
  return {
    ...about,
    title: `欠款 ${yuanOfFen(owed_fen)} 元，已逾期 ${days} 天`,
    content: `滞纳金按${rate}计。${left} 天内充值结清即可，之后将终止服务：按量计费的实例连同数据一并释放，不能恢复。`,
  }
}

export const noticeOfRelease = (names: readonly string[]): Notice => ({
  ...about,
  title: `因服务终止释放了 ${names.length} 台实例`,
  content: `${names.join('、')} 已释放，数据不能恢复。`,
})

export const noticeOfTermination = (owed_fen: bigint): Notice => ({
  ...about,
  title: `逾期超过 ${limits.late_termination_days} 天，服务已终止`,
  content: `按量计费的实例连同数据一并释放，已付清的套餐用到到期为止。尚欠 ${yuanOfFen(owed_fen)} 元，不再增加滞纳金。充值结清后可以重新使用。`,
})

export const noticeOfEnd = (): Notice => ({
  ...about,
  title: '欠款已结清',
  content: '滞纳金停止计算。已关机的实例不会自动开机，需要时请自行开机。',
  link: '/console/container-instance',
})
