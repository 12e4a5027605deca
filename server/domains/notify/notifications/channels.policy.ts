import {
  type ExternalChannel,
  isAlwaysOnSite,
  isChannelConfigurable,
  isChannelOnByDefault,
  type NoticeChannel,
  noticeChannels,
} from '#contract/notification-preferences.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import { phonePattern } from '#contract/scalars.ts'

/** A user's contact channels and their choices for one notification class. */
export interface NoticeReach {
  phone: string
  /** Verified address. */
  email: string | null
  webhook: boolean
  chosen: Partial<Record<NoticeChannel, boolean>>
}

/** Numbers starting with 2 can sign in (requirements §5) but are not mobile numbers. */
export const canReceiveSms = (phone: string): boolean => phonePattern.test(phone)

export const isNoticeChannelOn = (of: NotificationClass, channel: NoticeChannel, chosen: NoticeReach['chosen']): boolean => {
  if (!isChannelConfigurable(of, channel)) return channel === 'site' && isAlwaysOnSite(of)
  return chosen[channel] ?? isChannelOnByDefault(of, channel)
}

/** Returns the external channels that deliver this class to this user. */
export function computeOutsideChannels(of: NotificationClass, reach: NoticeReach): ExternalChannel[] {
  const there = { sms: canReceiveSms(reach.phone), email: reach.email !== null, webhook: reach.webhook }
  return (Object.keys(there) as ExternalChannel[]).filter(
    (channel) => there[channel] && isNoticeChannelOn(of, channel, reach.chosen),
  )
}

export const allChannels = Object.keys(noticeChannels) as NoticeChannel[]
