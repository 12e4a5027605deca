import {
  isAlwaysOnSite,
  isChoice,
  isOnByDefault,
  type NoticeChannel,
  notice_channels,
  type OutsideChannel,
} from '#contract/notification-preferences.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import { phone_pattern } from '#contract/scalars.ts'

/** How a person can be reached, and what he chose for one class of messages. */
export interface Reach {
  phone: string
  /** Verified. */
  email: string | null
  webhook: boolean
  chosen: Partial<Record<NoticeChannel, boolean>>
}

/** Numbers starting with 2 sign in (spec §5), but are no mobile phones. */
export const takesSms = (phone: string): boolean => phone_pattern.test(phone)

export const isOn = (of: NotificationClass, channel: NoticeChannel, chosen: Reach['chosen']): boolean => {
  if (!isChoice(of, channel)) return channel === 'site' && isAlwaysOnSite(of)
  return chosen[channel] ?? isOnByDefault(of, channel)
}

/** The channels outside of the platform that carry a message of this class to this person. */
export function outsideFor(of: NotificationClass, reach: Reach): OutsideChannel[] {
  const there = { sms: takesSms(reach.phone), email: reach.email !== null, webhook: reach.webhook }
  return (Object.keys(there) as OutsideChannel[]).filter((channel) => there[channel] && isOn(of, channel, reach.chosen))
}

export const all_channels = Object.keys(notice_channels) as NoticeChannel[]

const back_off_s = [30, 120, 600, 3_600, 21_600]
/** How long a message that failed so many times waits for its next try. */
export const waitAfter = (tries: number): number => (back_off_s[tries - 1] ?? back_off_s.at(-1)!) * 1000
