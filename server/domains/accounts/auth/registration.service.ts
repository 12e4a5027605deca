import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { RegisterForm } from '#contract/auth.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { hashPassword, refuseWeakPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { bindScene } from '#server/domains/accounts/wechat/bindings.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { openAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import { refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Register = z.output<typeof RegisterForm>
type Repo = ReturnType<typeof authRepo>

/** Who registers a second account from the session of the first is no new user (product §6). */
async function findInviter(repo: Repo, ctx: Context, invite_code: string | undefined): Promise<string | null> {
  if (!invite_code) return null
  const inviter = await repo.findByInviteCode(invite_code.toUpperCase())
  if (!inviter) throw refuseField('invite_code_unknown', 'invite_code')
  if (!ctx.visitor && ctx.caller.user_id === inviter.id) throw refuseField('self_invitation', 'invite_code')
  return inviter.id
}

async function unusedInviteCode(repo: Repo): Promise<string> {
  const code = newInviteCode()
  return (await repo.findByInviteCode(code)) ? unusedInviteCode(repo) : code
}

/** Opens an account with its wallet for the holder of a phone; a scanned scene binds its WeChat at once. */
export async function register(ctx: Context, form: Register): Promise<{ id: string }> {
  refuseWeakPassword(form.password, form.phone)
  const captcha_id = await checkCaptcha(ctx, form.phone, 'register', form.captcha)
  const password_hash = await hashPassword(form.password)
  const id = newId('user')
  await ctx.transaction(async (tx) => {
    await createAccount(tx, ctx, form, id, password_hash)
    if (form.scene_str) await bindScene(ctx, tx, { user_id: id, scene_str: form.scene_str })
    await spendCaptcha(tx.db, ctx.deps, captcha_id)
  })
  return { id }
}

/** A taken phone is refused before the code is spent: who registers twice at once learns that the other call was first. */
async function createAccount(
  tx: Tx,
  ctx: Context,
  { phone, account_type, invite_code }: Register,
  id: string,
  password_hash: string,
): Promise<void> {
  const { deps } = ctx
  const repo = authRepo(tx.db)
  const nickname = `用户_${phone.slice(-4)}`
  const created = await repo.insert({
    id,
    uuid: randomUUID(),
    phone,
    password_hash,
    nickname,
    account_type,
    invite_code: await unusedInviteCode(repo),
    invited_by: await findInviter(repo, ctx, invite_code),
    created_at: deps.clock.now(),
  })
  if (!created) throw refuseField('phone_taken', 'phone')
  await openAccounts(tx.db, id)
  await notify(tx, {
    user_id: id,
    class: 'system',
    title: `欢迎使用${deps.config.brand}`,
    content: '完成实名认证并充值后，就可以创建 GPU 实例。按量计费以秒计，关机即停止计费。',
    link: '/console/account/certification-details',
  })
}
