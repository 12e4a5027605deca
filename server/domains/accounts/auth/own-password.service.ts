import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { PasswordForm } from '#contract/account-security.ts'
import type { DB } from '#server/db/types.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { spendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { hashPassword, isHash, isPassword, refuseWeakPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { revokeAllSessions, security_page } from '#server/domains/accounts/auth/session.service.ts'
import { checkProof } from '#server/domains/accounts/auth/step-up.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { refuseField } from '#server/lib/refusal.ts'

/** What an account is signed in with; `password_set_at` is null where it has no password. */
export async function signInWith(db: Kysely<DB>, user_id: string): Promise<{ phone: string; password_set_at: Date | null }> {
  const { phone, password_hash, password_set_at, created_at } = await authRepo(db).get(user_id)
  return { phone, password_set_at: isHash(password_hash) ? (password_set_at ?? created_at) : null }
}

/** Changes the own password, or sets the first, by the old one or a code to the own phone; signs every other device out. */
export async function changePassword(
  ctx: Context,
  sessions: Sessions,
  { old_password, captcha, password }: z.output<typeof PasswordForm>,
): Promise<null> {
  const { deps, caller, request } = ctx
  const { account, captcha_id } = await checkProof(ctx, { password: old_password, captcha }, 'old_password')
  refuseWeakPassword(password, account.phone)
  if (await isPassword(account.password_hash, password)) throw refuseField('same_password', 'password')
  const password_hash = await hashPassword(password)
  await ctx.transaction(async (tx) => {
    const repo = authRepo(tx.db)
    const held = await repo.lockForPassword(caller.user_id)
    // Changed while this call was under way: what was proved no longer holds.
    if (held.password_hash !== account.password_hash) throw refuseField('wrong_password', 'old_password')
    if (captcha_id) await spendCaptcha(tx.db, deps, captcha_id)
    await repo.setPassword(caller.user_id, password_hash, deps.clock.now())
    await revokeAllSessions(tx, sessions, caller.user_id, 'password_changed', caller.session_id)
    await notify(tx, {
      user_id: caller.user_id,
      class: 'system',
      title: '密码已修改',
      content: `你的登录密码刚刚被修改（IP ${request.ip}），其他设备已退出登录。如果不是你本人操作，请立即重置密码并联系客服。`,
      link: security_page,
    })
  })
  return null
}
