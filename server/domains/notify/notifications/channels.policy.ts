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

/** How a person can be reached, and what he chose for one class of messages. */
export interface NoticeReach {
  phone: string
  /** Verified. */
  email: string | null
  webhook: boolean
  chosen: Partial<Record<NoticeChannel, boolean>>
}

/** Numbers starting with 2 sign in (requirements §5), but are no mobile phones. */
export const canReceiveSms = (phone: string): boolean => phonePattern.test(phone)

export const isNoticeChannelOn = (of: NotificationClass, channel: NoticeChannel, chosen: NoticeReach['chosen']): boolean => {
  if (!isChannelConfigurable(of, channel)) return channel === 'site' && isAlwaysOnSite(of)
  return chosen[channel] ?? isChannelOnByDefault(of, channel)
}

/** The channels outside of the platform that carry a message of this class to this person. */
export function computeOutsideChannels(of: NotificationClass, reach: NoticeReach): ExternalChannel[] {
  const there = { sms: canReceiveSms(reach.phone), email: reach.email !== null, webhook: reach.webhook }
  return (Object.keys(there) as ExternalChannel[]).filter(
    (channel) => there[channel] && isNoticeChannelOn(of, channel, reach.chosen),
  )
}

export const allChannels = Object.keys(noticeChannels) as NoticeChannel[]

const backOffS = [30, 120, 600, 3_600, 21_600]
/** How long a message that failed so many times waits for its next try. */
export const computeNoticeRetryDelay = (tries: number): number => (backOffS[tries - 1] ?? backOffS.at(-1)!) * 1000
