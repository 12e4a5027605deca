import type { z } from 'zod'
import type { ChangePhoneForm } from '#contract/account-security.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertOwnSignIn } from '#server/domains/accounts/auth/own-sign-in.service.ts'
import { revokeAllSessions, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import {
  checkCaptcha,
  isPhoneRegistered,
  sendCallerCaptcha,
  spendCaptcha,
} from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

const createPhoneTakenRefusal = () => createFieldRefusal('phone_taken', 'phone', '该手机号已被其他账号使用，请换一个')

/**
 * Sends a code to the new phone. The answer reveals whether the phone is taken, so it has the same strict limit as `check_phone`.
 */
export async function sendNewPhoneCode(ctx: Context, phone: string): Promise<{ resend_after: number }> {
  assertOwnSignIn((await authRepo(ctx.deps.database.kysely).get(ctx.caller.user_id)).phone)
  if (await isPhoneRegistered(ctx, phone)) throw createPhoneTakenRefusal()
  return sendCallerCaptcha(ctx, phone, 'change_phone')
}

/** Changes the account's phone and signs out all other devices (product §2). */
export async function changePhone(
  ctx: Context,
  sessions: SessionTokens,
  { phone, captcha }: z.output<typeof ChangePhoneForm>,
): Promise<null> {
  const { deps, caller, request } = ctx
  const captchaId = await checkCaptcha(ctx, phone, 'change_phone', captcha)
  await ctx.transaction(async (tx) => {
    const repo = authRepo(tx.db)
    const before = await repo.lockForPhone(caller.user_id)
    assertOwnSignIn(before.phone)
    if (!(await repo.setPhone(caller.user_id, phone))) throw createPhoneTakenRefusal()
    await spendCaptcha(tx.db, deps, captchaId)
    await revokeAllSessions(tx, sessions, caller.user_id, 'phone_changed', caller.session_id)
    ctx.audit({ before: { phone: maskPhone(before.phone) }, after: { phone: maskPhone(phone) } })
    await notifyUser(tx, {
      user_id: caller.user_id,
      class: 'system',
      title: '手机号已更换',
      content: `登录手机号已从 ${maskPhone(before.phone)} 换为 ${maskPhone(phone)}（IP ${request.ip}），其他设备已退出登录。如果不是你本人操作，请立即联系客服。`,
      link: securityPage,
    })
    await publishChange(tx, { user_id: caller.user_id, resource: 'user', id: caller.user_id })
  })
  return null
}
