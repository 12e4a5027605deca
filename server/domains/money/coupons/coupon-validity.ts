import type { CampaignRow } from '#server/domains/money/coupons/campaigns.repo.ts'

const day = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** When something of a campaign is good for use, in words of Beijing time. */
export const validityWords = ({
  starts_at,
  ends_at,
  valid_days,
}: Pick<CampaignRow, 'starts_at' | 'ends_at' | 'valid_days'>): string =>
  starts_at && ends_at ? `${day.format(starts_at)} 至 ${day.format(ends_at)}` : `领取后 ${valid_days} 天内有效`

export const momentWords = (at: Date): string => day.format(at)
