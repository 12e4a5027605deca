import type { z } from 'zod'
import type { ResetForm } from '#contract/auth.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { forgetLoginTries } from '#server/domains/accounts/auth/login-throttle.ts'
import { hashPassword, refuseWeakPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { revokeAllSessions, security_page } from '#server/domains/accounts/auth/session.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { refuseField } from '#server/lib/refusal.ts'

/** Gives the holder of a phone a new password, and signs every device out. */
export async function resetPassword(
  ctx: Context,
  sessions: Sessions,
  { phone, captcha, password }: z.output<typeof ResetForm>,
): Promise<null> {
  const { deps, request } = ctx
  refuseWeakPassword(password, phone)
  const captcha_id = await checkCaptcha(ctx, phone, 'reset_password', captcha)
  const user = await authRepo(deps.database.kysely).findByPhone(phone)
  if (!user) throw refuseField('phone_not_registered', 'phone')
  const password_hash = await hashPassword(password)
  await ctx.transaction(async (tx) => {
    await spendCaptcha(tx.db, deps, captcha_id)
    // The account first: a sign-in with the old password either is among the sessions ended here or sees the new one.
    await authRepo(tx.db).setPassword(user.id, password_hash, deps.clock.now())
    await revokeAllSessions(tx, sessions, user.id, 'password_reset')
    await notify(tx, {
      user_id: user.id,
      class: 'system',
      title: '密码已重置',
      content: `你的登录密码刚刚被重置（IP ${request.ip}），所有设备已退出登录。如果不是你本人操作，请立即联系客服。`,
      link: security_page,
    })
  })
  await forgetLoginTries(deps, phone, request.ip)
  return null
}
