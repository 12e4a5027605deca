import { limits } from '#contract/limits.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import { formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'

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

const buildInstanceLink = (id: string) => `/console/container-instance/detail/${id}`
const buildRenewLink = (id: string) => `/console/container-instance/renew?id=${id}`
const keptDisksText = `系统盘和数据盘都会保留 ${limits.releaseDays} 天`

const hourMs = 3_600_000
/** Fraction of the bought time: an owner who has just paid for a day knows that it ends tomorrow. */
const noticeFraction = 4

/**
 * Returns the hours before the end at which to notify, earliest first. Only those within the last quarter of the bought time
 * count (docs/decisions/071).
 */
export function computeNoticeHours({
  bought_at: boughtAt,
  expire_at: expireAt,
}: {
  bought_at: Date | null
  expire_at: Date
}): readonly number[] {
  const boughtMs = boughtAt ? expireAt.getTime() - boughtAt.getTime() : Number.POSITIVE_INFINITY
  return limits.expiryNoticeHours.filter((hours) => hours * hourMs * noticeFraction <= boughtMs)
}

/** What happens at the end, per policy (product §5). */
const policyTexts: Record<string, string> = {
  stop: `到期自动关机并释放 GPU，${keptDisksText}。要继续使用，请在到期前续费。`,
  renew: `到期前 ${limits.autoRenewHours} 小时起自动续费，请保持余额充足；没有成功时到期关机，${keptDisksText}。`,
  hour: '到期后转为按量计费并继续运行，请保持余额充足；余额不够运行 1 小时的，到期关机，数据保留。',
}

export const buildExpiryNotice = (of: Subject & { expiry_policy: string; failure: string | null }, hours: number): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 将在 ${hours >= 24 ? `${hours / 24} 天` : `${hours} 小时`}内到期`,
  content: `到期时间 ${formatBeijingMinute(of.expire_at!)}。${policyTexts[of.expiry_policy]}${of.failure ? `最近一次自动续费没有成功：${of.failure}。` : ''}`,
  link: buildRenewLink(of.id),
})

export const buildRenewalNotice = (
  of: Subject,
  { what, amount, expire_at: expireAt }: { what: string; amount: string; expire_at: Date },
): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 已自动续费 ${what}`,
  content: `支付 ¥${amount}，新的到期时间 ${formatBeijingMinute(expireAt)}。不再需要时，可以在实例页更改到期策略。`,
  link: buildInstanceLink(of.id),
})

export const buildFailedRenewalNotice = (of: Subject, failure: string): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 自动续费没有成功`,
  content: `${failure}。没有扣款，到期前每小时再试一次；仍不成功的，到期关机，${keptDisksText}。`,
  link: buildRenewLink(of.id),
})

export const buildPackageEndNotice = (of: Subject, what: string, why: string | null): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} ${what}`,
  content: `${why ? `${why}。` : ''}系统盘和数据盘都已保留，GPU 已释放。${limits.releaseDays} 天内续费或转为按量计费后可以继续使用。`,
  link: buildRenewLink(of.id),
})

export const buildHourlyConversionNotice = (
  of: Subject,
  { runs, price_hour: priceHour }: { runs: boolean; price_hour: string },
): Notice => ({
  class: 'expiry',
  title: `实例 ${of.nick_name} 已到期并转为按量计费`,
  content: runs
    ? `实例继续运行，从现在起按 ¥${priceHour}/小时计费；不用时请关机。`
    : `实例已关机，不计费，GPU 已释放；再次开机时按 ¥${priceHour}/小时计费。`,
  link: buildInstanceLink(of.id),
})
