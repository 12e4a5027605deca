import { limits } from '#contract/limits.ts'
import { formatFenText } from '#contract/money.ts'
import type { NotificationClass } from '#contract/notifications.ts'

interface Notice {
  class: NotificationClass
  title: string
  content: string
  link: string
}

const rate = `每日 ${limits.lateFeePercentPerDay}%`
const noticeDefaults = { class: 'arrears', link: '/recharge' } as const

/** Days of a debt with a notice: the first day, and the days that warn of the release of shut-down instances. */
export const debtNoticeDays: readonly number[] = [1, ...limits.releaseNoticeDays]

export function buildDebtDayNotice(owedFen: bigint, days: number): Notice {
  const left = limits.lateTerminationDays - days
  return {
    ...noticeDefaults,
    title: `欠款 ${formatFenText(owedFen)} 元，已逾期 ${days} 天`,
    content: `滞纳金按${rate}计。${left} 天内充值结清即可，之后将终止服务：按量计费的实例连同数据一并释放，不能恢复。`,
  }
}

export const buildDebtReleaseNotice = (names: readonly string[]): Notice => ({
  ...noticeDefaults,
  title: `因服务终止释放了 ${names.length} 台实例`,
  content: `${names.join('、')} 已释放，数据不能恢复。`,
})

export const buildTerminationNotice = (owedFen: bigint): Notice => ({
  ...noticeDefaults,
  title: `逾期超过 ${limits.lateTerminationDays} 天，服务已终止`,
  content: `按量计费的实例连同数据一并释放，已付清的套餐用到到期为止。尚欠 ${formatFenText(owedFen)} 元，不再增加滞纳金。充值结清后可以重新使用。`,
})

export const buildDebtEndNotice = (): Notice => ({
  ...noticeDefaults,
  title: '欠款已结清',
  content: '滞纳金停止计算。已关机的实例不会自动开机，需要时请自行开机。',
  link: '/console/container-instance',
})
