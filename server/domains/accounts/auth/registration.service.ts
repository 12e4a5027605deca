import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { RegisterForm } from '#contract/auth.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertStrongPassword, hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { bindScene } from '#server/domains/accounts/wechat/bindings.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWalletAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type RegistrationInput = z.output<typeof RegisterForm>
type Repo = ReturnType<typeof authRepo>

/** Refuses the caller's own invite code: a second account registered from the first one's session is no new user (product §6). */
async function resolveInviterId(repo: Repo, ctx: Context, inviteCode: string | undefined): Promise<string | null> {
  if (!inviteCode) return null
  const inviter = await repo.findByInviteCode(inviteCode.toUpperCase())
  if (!inviter) throw createFieldRefusal('invite_code_unknown', 'invite_code')
  if (!ctx.visitor && ctx.caller.user_id === inviter.id) throw createFieldRefusal('self_invitation', 'invite_code')
  return inviter.id
}

async function generateInviteCode(repo: Repo): Promise<string> {
  const code = newInviteCode()
  return (await repo.findByInviteCode(code)) ? generateInviteCode(repo) : code
}

/** Opens an account with its wallet for the holder of a phone; binds the WeChat of a scanned scene at once. */
export async function registerAccount(ctx: Context, form: RegistrationInput): Promise<{ id: string }> {
  assertStrongPassword(form.password, form.phone)
  const captchaId = await checkCaptcha(ctx, form.phone, 'register', form.captcha)
  const passwordHash = await hashPassword(form.password)
  const id = newId('user')
  await ctx.transaction(async (tx) => {
    await createAccount(tx, ctx, form, id, passwordHash)
    if (form.scene_str) await bindScene(ctx, tx, { user_id: id, scene_str: form.scene_str })
    await spendCaptcha(tx.db, ctx.deps, captchaId)
  })
  return { id }
}

/**
 * Creates the account. Refuses a taken phone before the code is spent, so that the loser of two concurrent registrations learns
 * why.
 */
async function createAccount(
  tx: Tx,
  ctx: Context,
  { phone, account_type: accountType, invite_code: inviteCode }: RegistrationInput,
  id: string,
  passwordHash: string,
): Promise<void> {
  const { deps } = ctx
  const repo = authRepo(tx.db)
  const nickname = `用户_${phone.slice(-4)}`
  const created = await repo.insert({
    id,
    uuid: randomUUID(),
    phone,
    password_hash: passwordHash,
    nickname,
    account_type: accountType,
    invite_code: await generateInviteCode(repo),
    invited_by: await resolveInviterId(repo, ctx, inviteCode),
    created_at: deps.clock.now(),
  })
  if (!created) throw createFieldRefusal('phone_taken', 'phone')
  await createWalletAccounts(tx.db, id)
  await notifyUser(tx, {
    user_id: id,
    class: 'system',
    title: `欢迎使用${deps.config.brand}`,
    content: '完成实名认证并充值后，就可以创建 GPU 实例。按量计费以秒计，关机即停止计费。',
    link: '/console/account/certification-details',
  })
}
