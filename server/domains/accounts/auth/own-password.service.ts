import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ChangePasswordForm } from '#contract/account-security.ts'
import type { DB } from '#server/db/types.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertOwnSignIn } from '#server/domains/accounts/auth/own-sign-in.service.ts'
import {
  assertStrongPassword,
  hashPassword,
  isCorrectPassword,
  isPasswordHash,
} from '#server/domains/accounts/auth/passwords.service.ts'
import { revokeAllSessions, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { checkStepUpProof } from '#server/domains/accounts/auth/step-up.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

/** Returns how an account signs in; `password_set_at` is null if it has no password. */
export async function getSignInDetails(db: Kysely<DB>, userId: string): Promise<{ phone: string; password_set_at: Date | null }> {
  const {
    phone,
    password_hash: passwordHash,
    password_set_at: passwordSetAt,
    created_at: createdAt,
  } = await authRepo(db).get(userId)
  return { phone, password_set_at: isPasswordHash(passwordHash) ? (passwordSetAt ?? createdAt) : null }
}

/** Changes or first sets the caller's password, by the old password or a code to their phone; signs out all other devices. */
export async function changePassword(
  ctx: Context,
  sessions: SessionTokens,
  { old_password: oldPassword, captcha, password }: z.output<typeof ChangePasswordForm>,
): Promise<null> {
  const { deps, caller, request } = ctx
  const { account, captcha_id: captchaId } = await checkStepUpProof(ctx, { password: oldPassword, captcha }, 'old_password')
  assertOwnSignIn(account.phone)
  assertStrongPassword(password, account.phone)
  if (await isCorrectPassword(account.password_hash, password)) throw createFieldRefusal('same_password', 'password')
  const passwordHash = await hashPassword(password)
  await ctx.transaction(async (tx) => {
    const repo = authRepo(tx.db)
    const held = await repo.lockForPassword(caller.user_id)
    // The password was changed during this call, so the proof is no longer valid.
    if (held.password_hash !== account.password_hash) throw createFieldRefusal('wrong_password', 'old_password')
    if (captchaId) await spendCaptcha(tx.db, deps, captchaId)
    await repo.setPassword(caller.user_id, passwordHash, deps.clock.now())
    await revokeAllSessions(tx, sessions, caller.user_id, 'password_changed', caller.session_id)
    await notifyUser(tx, {
      user_id: caller.user_id,
      class: 'system',
      title: '密码已修改',
      content: `你的登录密码刚刚被修改（IP ${request.ip}），其他设备已退出登录。如果不是你本人操作，请立即重置密码并联系客服。`,
      link: securityPage,
    })
  })
  return null
}
