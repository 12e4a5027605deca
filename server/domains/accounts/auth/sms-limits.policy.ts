import type { CaptchaPurpose } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import type { CaptchaAsker } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import type { RateSlot } from '#server/http/rate-limits.ts'

/** How many codes may be sent to a phone, for a network and by a user; the platform's daily budget is in sms-budget.service.ts. */

const daySeconds = 86_400
const perPhoneNetworkAndDay = 10 // product §2
const perPhoneAndDay = 20 // Counts all networks the account has not signed in from.
const perNetworkAndDay = 30 // product §2
const perUserAndDay = 10
const invitationsPerUserAndDay = 30
const phoneChecksPerMinute = 10
const dailyLimitMessage = '24 小时内获取验证码次数已达上限，请稍后再试'
const sceneLimitMessage = '这个二维码获取验证码的次数已用完，请刷新二维码后重新扫码'

const onceSlot = (key: string): RateSlot => ({
  key,
  policy: createWindowPolicy(1, limits.smsResendSeconds),
  refusal: 'captcha_too_soon',
})
const daySlot = (key: string, max: number): RateSlot => ({
  key,
  policy: createWindowPolicy(max, daySeconds),
  refusal: 'captcha_too_soon',
  message: dailyLimitMessage,
})

/** The rate limits a code counts against, and the part of the daily budget it uses. */
export interface SendLimits {
  asker: CaptchaAsker
  slots: RateSlot[]
}

/**
 * Returns the limits for a visitor. A stranger uses up only their own limits, not those the phone's owner needs on other networks
 * or on networks they have signed in from (`known`).
 */
export function computeVisitorLimits(phone: string, network: string, known: boolean): SendLimits {
  const slots = [daySlot(`sms-day:${phone}:${network}`, perPhoneNetworkAndDay), daySlot(`sms-day:${network}`, perNetworkAndDay)]
  if (known) return { asker: 'known', slots: [onceSlot(`sms:${phone}:${network}`), ...slots] }
  return { asker: 'visitor', slots: [onceSlot(`sms:${phone}`), ...slots, daySlot(`sms-day:${phone}`, perPhoneAndDay)] }
}

/** Returns the limits for a signed-in caller; requests by visitors do not count. */
export function computeCallerLimits(userId: string, phone: string, type: CaptchaPurpose): SendLimits {
  const slots = [
    onceSlot(`sms-own:${phone}`),
    type === 'sub_account'
      ? daySlot(`sms-invite-day:${userId}`, invitationsPerUserAndDay)
      : daySlot(`sms-own-day:${userId}`, perUserAndDay),
    // The phone may be a stranger's, so it needs a limit across accounts.
    ...(type === 'step_up' ? [] : [daySlot(`sms-own-day:${phone}`, perPhoneAndDay)]),
  ]
  return { asker: 'known', slots }
}

/** Rate slots of the calls that reveal whether a phone has an account; these have strict limits (product §2). */
export const buildPhoneCheckSlots = (network: string): RateSlot[] => [
  { key: `check-phone:${network}`, policy: createWindowPolicy(phoneChecksPerMinute, 60), refusal: 'too_many_requests' },
]

/** Rate slots of the codes sent for one WeChat scene. */
export const buildSceneSendSlots = (scene: string): RateSlot[] => [
  {
    key: `wechat-bind:${scene}`,
    policy: createWindowPolicy(limits.wechatBindSends, limits.wechatConfirmedSeconds),
    refusal: 'wechat_expired',
    message: sceneLimitMessage,
  },
]
