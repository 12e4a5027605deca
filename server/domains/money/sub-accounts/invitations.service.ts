import type { HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { SubAccountInvitation, subAccounts } from '#contract/sub-accounts.ts'
import { assertStrongPassword, hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { revokeAllSessions } from '#server/domains/accounts/auth/session.service.ts'
import { findUserByPhone } from '#server/domains/accounts/auth/sign-in-user.service.ts'
import { checkCaptcha, sendCallerCaptcha, spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, type RateSlot, releaseRateSlots } from '#server/http/rate-limits.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type Acceptance = HandlerInput<typeof subAccounts.accept>['body']

const daySeconds = 86_400
const invitationLimitMessage = '这个手机号今天收到的邀请已达上限，请明天再试'

/**
 * Sends an invitation code to a phone and returns when the invitation expires. Requires a verified real name, because it messages
 * strangers. Runs outside of the call's transaction, so that sent messages stay counted.
 */
export async function sendSubAccountInvitation(ctx: Context, phone: string, first: boolean): Promise<Date> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  if (!(await hasRealName(db, caller.user_id))) throw new Refusal('real_name_required')
  // This reveals whether a phone has an account, so it is rate-limited like other such queries (product §2).
  await claimRateSlots(deps, [
    {
      key: `sub-account:${caller.user_id}`,
      policy: createWindowPolicy(limits.subAccountsPerHour, 3600),
      refusal: 'too_many_requests',
    },
  ])
  const repo = subAccountsRepo(db)
  if (first && (await repo.count(caller.user_id, 'invitation')) >= limits.subAccountsMax) throw new Refusal('sub_account_limit')
  if (first && (await repo.isInvited(caller.user_id, phone))) throw createFieldRefusal('sub_account_invited', 'phone')
  if (await findUserByPhone(ctx, phone)) throw createFieldRefusal('phone_taken', 'phone', '该手机号已注册，请换一个')
  const policy = createWindowPolicy(limits.subAccountInvitationsPerDay, daySeconds)
  const slots: RateSlot[] = [
    { key: `sub-invite:${phone}`, policy, refusal: 'too_many_requests', message: invitationLimitMessage },
  ]
  await claimRateSlots(deps, slots)
  await sendCallerCaptcha(ctx, phone, 'sub_account').catch(async (error: unknown) => {
    await releaseRateSlots(deps, slots)
    throw error
  })
  return new Date(deps.clock.now().getTime() + limits.subAccountInvitationDays * daySeconds * 1000)
}

/** Lists the invitations of a phone. The code stays valid to accept one of them. */
export async function listSubAccountInvitations(
  ctx: Context,
  { phone, captcha }: Pick<Acceptance, 'phone' | 'captcha'>,
): Promise<SubAccountInvitation[]> {
  const { deps } = ctx
  await checkCaptcha(ctx, phone, 'sub_account', captcha)
  const rows = await subAccountsRepo(deps.database.kysely).invitations(phone, deps.clock.now())
  return rows.map(({ id, name, invited_until: invitedUntil, nickname, phone: masterPhone, name_masked: nameMasked }) => ({
    id,
    name,
    master_name: nickname,
    master_phone: maskPhone(masterPhone),
    master_real_name: nameMasked,
    invited_until: invitedUntil!.toISOString(),
  }))
}

/** Hands the invited account to the phone's holder, with a password nobody else has known. */
export async function acceptSubAccountInvitation(ctx: Context, sessions: SessionTokens, form: Acceptance): Promise<null> {
  const { deps } = ctx
  const { id, phone, captcha, password } = form
  assertStrongPassword(password, phone)
  const captchaId = await checkCaptcha(ctx, phone, 'sub_account', captcha)
  const passwordHash = await hashPassword(password)
  await ctx.transaction(async (tx) => {
    const now = deps.clock.now()
    const repo = subAccountsRepo(tx.db)
    const row = await repo.lockInvitation(id, phone)
    const open = await repo.invitations(phone, now)
    if (!row || !open.some((invitation) => invitation.id === id)) throw new Refusal('sub_account_invitation_gone')
    await spendCaptcha(tx.db, deps, captchaId)
    const held = await repo.handOver(id, { phone, password_hash: passwordHash, password_set_at: now })
    if (!held) throw createFieldRefusal('phone_taken', 'phone', '该手机号已注册自己的账号，不能再成为子账号')
    await repo.update(id, { invited_phone: null, invited_until: null, has_password: true })
    // Revokes sessions of accounts opened before invitations existed.
    await revokeAllSessions(tx, sessions, id, 'password_reset')
    await notifyUser(tx, {
      user_id: row.master_id,
      class: 'system',
      title: `子账号 ${row.name} 已接受邀请`,
      content: `${maskPhone(phone)} 的持有人设置了自己的密码，现在可以登录使用。`,
      link: '/console/account/sub-account',
    })
  })
  return null
}
