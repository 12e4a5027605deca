import { limits } from '#contract/limits.ts'
import type { NoticePreferences } from '#contract/notification-preferences.ts'
import type { Deps } from '#server/deps.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { preferencesOf } from '#server/domains/notify/notifications/preferences.service.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { newCaptchaCode } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { isOneOf, signaturesOf } from '#server/lib/signing.ts'

const resend_after = 60
const day_s = 86_400
const used_up = '24 小时内发送验证码的次数已达上限，请稍后再试'

/** A stranger's mailbox must not be filled by many accounts either, so the address counts as well as the person. */
const slotsOf = (user_id: string, email: string): Slot[] => [
  { key: `email:${user_id}`, policy: atMost(1, resend_after), refusal: 'too_many_requests' },
  {
    key: `email-day:${user_id}`,
    policy: atMost(limits.email_codes_per_day, day_s),
    refusal: 'too_many_requests',
    message: used_up,
  },
  {
    key: `email-day:${email.toLowerCase()}`,
    policy: atMost(limits.email_codes_per_day, day_s),
    refusal: 'too_many_requests',
    message: used_up,
  },
]

const hashesOf = ({ keys }: Pick<Deps, 'keys'>, user_id: string, code: string) =>
  signaturesOf(keys.captcha, `email:${user_id}:${code}`)

/** Sends a code to an address; nothing else is ever sent to it before it is verified. */
export async function sendEmailCode({ deps, caller }: Context, email: string): Promise<{ resend_after: number }> {
  const { user_id } = caller
  if (!deps.mail) throw new Refusal('mail_off')
  await takeSlots(deps, slotsOf(user_id, email))
  const code = newCaptchaCode()
  const code_expires_at = new Date(deps.clock.now().getTime() + limits.email_code_seconds * 1000)
  await channelsRepo(deps.database.kysely).askEmail(user_id, {
    pending: email,
    code_hash: hashesOf(deps, user_id, code)[0],
    code_expires_at,
  })
  const text = `验证码 ${code}，${limits.email_code_seconds / 60} 分钟内有效，用于接收${deps.config.brand}的消息。如果不是你本人操作，请忽略这封邮件。`
  await deps.mail.send({ to: email, subject: `${deps.config.brand}邮箱验证码`, text }).catch((error: unknown) => {
    // The server's own words may repeat the address.
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'e-mail code could not be sent')
    throw new Refusal('unavailable')
  })
  return { resend_after }
}

/** Takes the address that the code was sent to. A wrong try counts although the call is refused. */
export async function verifyEmail(ctx: Context, code: string): Promise<NoticePreferences> {
  const { deps, caller } = ctx
  const { user_id } = caller
  const asked = await channelsRepo(deps.database.kysely).tryCode(user_id, limits.captcha_max_tries, deps.clock.now())
  const expected = hashesOf(deps, user_id, code).map((hash) => Buffer.from(hash))
  if (asked === undefined || !isOneOf(Buffer.from(asked), expected)) throw refuseField('email_code_wrong', 'code')
  return ctx.transaction(async (tx) => {
    if (!(await channelsRepo(tx.db).confirmEmail(user_id, asked))) throw refuseField('email_code_wrong', 'code')
    await notify(tx, {
      user_id,
      class: 'system',
      title: '邮箱已验证',
      content: '之后按你的消息偏好向这个邮箱发送通知。如果不是你本人操作，请到账户信息移除它并修改密码。',
      link: '/console/account-message',
    })
    return preferencesOf(tx.db, user_id)
  })
}

export const removeEmail = (ctx: Context): Promise<NoticePreferences> =>
  ctx.transaction(async (tx) => {
    await channelsRepo(tx.db).removeEmail(ctx.caller.user_id)
    return preferencesOf(tx.db, ctx.caller.user_id)
  })
