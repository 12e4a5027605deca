import type { z } from 'zod'
import type { PhoneForm } from '#contract/account-security.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { checkCaptcha, checkPhone, sendOwnCaptcha, spendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { revokeAllSessions, security_page } from '#server/domains/accounts/auth/session.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { refuseField } from '#server/lib/refusal.ts'

const taken = () => refuseField('phone_taken', 'phone', '该手机号已被其他账号使用，请换一个')

/** A code to the phone that is to be the new one. That it is taken is said here, so this is limited as hard as `check_phone`. */
export async function sendPhoneCode(ctx: Context, phone: string): Promise<{ resend_after: number }> {
  if (await checkPhone(ctx, phone)) throw taken()
  return sendOwnCaptcha(ctx, phone, 'change_phone')
}

/** Gives the account another phone; signs every other device out (product §2). */
export async function changePhone(
  ctx: Context,
  sessions: Sessions,
  { phone, captcha }: z.output<typeof PhoneForm>,
): Promise<null> {
  const { deps, caller, request } = ctx
  const captcha_id = await checkCaptcha(ctx, phone, 'change_phone', captcha)
  await ctx.transaction(async (tx) => {
    const repo = authRepo(tx.db)
    const before = await repo.lockForPhone(caller.user_id)
    if (!(await repo.setPhone(caller.user_id, phone))) throw taken()
    await spendCaptcha(tx.db, deps, captcha_id)
    await revokeAllSessions(tx, sessions, caller.user_id, 'phone_changed', caller.session_id)
    ctx.audit({ before: { phone: maskPhone(before.phone) }, after: { phone: maskPhone(phone) } })
    await notify(tx, {
      user_id: caller.user_id,
      class: 'system',
      title: '手机号已更换',
      content: `登录手机号已从 ${maskPhone(before.phone)} 换为 ${maskPhone(phone)}（IP ${request.ip}），其他设备已退出登录。如果不是你本人操作，请立即联系客服。`,
      link: security_page,
    })
    await publishChange(tx, { user_id: caller.user_id, resource: 'user', id: caller.user_id })
  })
  return null
}
