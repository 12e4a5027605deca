import { limits } from '#contract/limits.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import { beijingText } from '#server/domains/rentals/auto-stop/schedule.policy.ts'

interface Notice {
  class: NotificationClass
  title: string
  content: string
  link: string
}
interface Subject {
  id: string
  nick_name: string
  expire_at: Date | null
}

const page = (id: string) => `/console/container-instance/detail/${id}`
const renewPage = (id: string) => `/console/container-instance/renew?id=${id}`
const kept = `系统盘和数据盘都会保留 ${limits.release_days} 天`

const hour_ms = 3_600_000
/** Of the time bought: whoever has just paid for a day knows that it ends tomorrow. */
const last_part = 4

/** Hours before the end at which it is told, the earliest first; each in the last quarter of what was bought (docs/decisions/071). */
export function noticeHours({ bought_at, expire_at }: { bought_at: Date | null; expire_at: Date }): readonly number[] {
  const bought_ms = bought_at ? expire_at.getTime() - bought_at.getTime() : Number.POSITIVE_INFINITY
  return limits.expiry_notice_hours.filter((hours) => hours * hour_ms * last_part <= bought_ms)
}

/** What will happen at the end, by the policy (product §5). */
const coming: Record<string, string> = {
  stop: `到期自动关机并释放 GPU，${kept}。要继续使用，请在到期前续费。`,
  renew: `到期前 ${limits.auto_renew_hours} 小时起自动续费，请保持余额充足；没有成功时到期关机，${kept}。`,
  hour: '到期后转为按量计费并继续运行，请保持余额充足；余额不够运行 1 小时的，到期关机，数据保留。',
}

export const noticeOfExpiry = (of: Subject & { expiry_policy: string; failure: string | null }, hours: number): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 将在 ${hours >= 24 ? `${hours / 24} 天` : `${hours} 小时`}内到期`,
  content: `到期时间 ${beijingText(of.expire_at!)}。${coming[of.expiry_policy]}${of.failure ? `最近一次自动续费没有成功：${of.failure}。` : ''}`,
  link: renewPage(of.id),
})

export const noticeOfRenewal = (
  of: Subject,
  { what, amount, expire_at }: { what: string; amount: string; expire_at: Date },
): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 已自动续费 ${what}`,
  content: `支付 ¥${amount}，新的到期时间 ${beijingText(expire_at)}。不再需要时，可以在实例页更改到期策略。`,
  link: page(of.id),
})

export const noticeOfFailedRenewal = (of: Subject, failure: string): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 自动续费没有成功`,
  content: `${failure}。没有扣款，到期前每小时再试一次；仍不成功的，到期关机，${kept}。`,
  link: renewPage(of.id),
})

export const noticeOfEnd = (of: Subject, what: string, why: string | null): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} ${what}`,
  content: `${why ? `${why}。` : ''}系统盘和数据盘都已保留，GPU 已释放。${limits.release_days} 天内续费或转为按量计费后可以继续使用。`,
  link: renewPage(of.id),
})

export const noticeOfHourly = (of: Subject, { runs, price_hour }: { runs: boolean; price_hour: string }): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 已到期并转为按量计费`,
  content: runs
    ? `实例继续运行，从现在起按 ¥${price_hour}/小时计费；不用时请关机。`
    : `实例已关机，不计费，GPU 已释放；再次开机时按 ¥${price_hour}/小时计费。`,
  link: page(of.id),
})
