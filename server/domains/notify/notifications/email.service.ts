import { limits } from '#contract/limits.ts'
import type { NoticePreferences } from '#contract/notification-preferences.ts'
import type { Deps } from '#server/deps.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { loadNoticePreferences } from '#server/domains/notify/notifications/preferences.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, type RateSlot } from '#server/http/rate-limits.ts'
import { newCaptchaCode } from '#server/lib/ids.ts'
import { composeLetter } from '#server/lib/mail-letter.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { computeSignatures, isTimingSafeMatch } from '#server/lib/signing.ts'

const resendAfter = 60
const dayS = 86_400
const dailyLimitMessage = '24 小时内发送验证码的次数已达上限，请稍后再试'

/** Limits per address as well as per user, so that many accounts cannot flood a stranger's mailbox. */
const buildEmailSlots = (userId: string, email: string): RateSlot[] => [
  { key: `email:${userId}`, policy: createWindowPolicy(1, resendAfter), refusal: 'too_many_requests' },
  {
    key: `email-day:${userId}`,
    policy: createWindowPolicy(limits.emailCodesPerDay, dayS),
    refusal: 'too_many_requests',
    message: dailyLimitMessage,
  },
  {
    key: `email-day:${email.toLowerCase()}`,
    policy: createWindowPolicy(limits.emailCodesPerDay, dayS),
    refusal: 'too_many_requests',
    message: dailyLimitMessage,
  },
]

const computeCodeHashes = ({ keys }: Pick<Deps, 'keys'>, userId: string, code: string) =>
  computeSignatures(keys.captcha, `email:${userId}:${code}`)

/** Sends a code to an address; an unverified address receives nothing else. */
export async function sendNoticeEmailCode({ deps, caller }: Context, email: string): Promise<{ resend_after: number }> {
  const { user_id: userId } = caller
  if (!deps.mail) throw new Refusal('mail_off')
  await claimRateSlots(deps, buildEmailSlots(userId, email))
  const code = newCaptchaCode()
  const codeExpiresAt = new Date(deps.clock.now().getTime() + limits.emailCodeSeconds * 1000)
  await channelsRepo(deps.database.kysely).askEmail(userId, {
    pending: email,
    code_hash: computeCodeHashes(deps, userId, code)[0],
    code_expires_at: codeExpiresAt,
  })
  const { brand } = deps.config
  const letter = composeLetter({
    brand,
    subject: `${brand}邮箱验证码`,
    paragraphs: [
      `验证码 ${limits.emailCodeSeconds / 60} 分钟内有效，用于接收${brand}的消息。`,
      '如果不是你本人操作，请忽略这封邮件。',
    ],
    code,
  })
  await deps.mail.send({ to: email, ...letter }).catch((error: unknown) => {
    // The mail server's error message may contain the address.
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'e-mail code could not be sent')
    throw new Refusal('unavailable')
  })
  return { resend_after: resendAfter }
}

/** Verifies the address the code was sent to. A wrong attempt counts although the call is refused. */
export async function verifyNoticeEmail(ctx: Context, code: string): Promise<NoticePreferences> {
  const { deps, caller } = ctx
  const { user_id: userId } = caller
  const asked = await channelsRepo(deps.database.kysely).tryCode(userId, limits.captchaMaxTries, deps.clock.now())
  const expected = computeCodeHashes(deps, userId, code).map((hash) => Buffer.from(hash))
  if (asked === undefined || !isTimingSafeMatch(Buffer.from(asked), expected))
    throw createFieldRefusal('email_code_wrong', 'code')
  return ctx.transaction(async (tx) => {
    if (!(await channelsRepo(tx.db).confirmEmail(userId, asked))) throw createFieldRefusal('email_code_wrong', 'code')
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: '邮箱已验证',
      content: '之后按你的消息偏好向这个邮箱发送通知。如果不是你本人操作，请到账户信息移除它并修改密码。',
      link: '/console/account-message',
    })
    return loadNoticePreferences(tx.db, userId)
  })
}

export const deleteNoticeEmail = (ctx: Context): Promise<NoticePreferences> =>
  ctx.transaction(async (tx) => {
    await channelsRepo(tx.db).removeEmail(ctx.caller.user_id)
    return loadNoticePreferences(tx.db, ctx.caller.user_id)
  })
