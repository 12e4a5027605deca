import type { CampaignRow } from '#server/domains/money/coupons/campaigns.repo.ts'

const beijingTimeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Formats when a coupon of a campaign is valid, in Beijing time. */
export const formatCouponValidity = ({
  starts_at: startsAt,
  ends_at: endsAt,
  valid_days: validDays,
}: Pick<CampaignRow, 'starts_at' | 'ends_at' | 'valid_days'>): string =>
  startsAt && endsAt
    ? `${beijingTimeFormat.format(startsAt)} 至 ${beijingTimeFormat.format(endsAt)}`
    : `领取后 ${validDays} 天内有效`

export const formatCouponMoment = (at: Date): string => beijingTimeFormat.format(at)
