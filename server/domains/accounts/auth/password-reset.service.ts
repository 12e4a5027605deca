import type { z } from 'zod'
import type { ResetPasswordForm } from '#contract/auth.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { clearLoginAttempts } from '#server/domains/accounts/auth/login-throttle.service.ts'
import { assertStrongPassword, hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { revokeAllSessions, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

/** Sets a new password for the holder of a phone and signs out all devices. */
export async function resetAccountPassword(
  ctx: Context,
  sessions: SessionTokens,
  { phone, captcha, password }: z.output<typeof ResetPasswordForm>,
): Promise<null> {
  const { deps, request } = ctx
  assertStrongPassword(password, phone)
  const captchaId = await checkCaptcha(ctx, phone, 'reset_password', captcha)
  const user = await authRepo(deps.database.kysely).findByPhone(phone)
  if (!user) throw createFieldRefusal('phone_not_registered', 'phone')
  const passwordHash = await hashPassword(password)
  await ctx.transaction(async (tx) => {
    await spendCaptcha(tx.db, deps, captchaId)
    // Update the account first: a sign-in with the old password then either is among the sessions ended here or sees the new
    // password.
    await authRepo(tx.db).setPassword(user.id, passwordHash, deps.clock.now())
    await revokeAllSessions(tx, sessions, user.id, 'password_reset')
    await notifyUser(tx, {
      user_id: user.id,
      class: 'system',
      title: '密码已重置',
      content: `你的登录密码刚刚被重置（IP ${request.ip}），所有设备已退出登录。如果不是你本人操作，请立即联系客服。`,
      link: securityPage,
    })
  })
  await clearLoginAttempts(deps, phone, request.ip)
  return null
}
