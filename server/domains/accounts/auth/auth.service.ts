import type { LoginForm, Token } from '#contract/auth.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { forgetLoginTries, giveBackLoginTry, takeLoginTry } from '#server/domains/accounts/auth/login-throttle.ts'
import { isPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { enter, findAccount } from '#server/domains/accounts/auth/sign-in-user.service.ts'
import { signInAndBind, signInByScene } from '#server/domains/accounts/wechat/sign-in.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { refuseField } from '#server/lib/refusal.ts'

/** Who signs in by phone. */
interface ByPhone {
  phone: string
  account_type: LoginForm['account_type']
}

async function findOfType(ctx: Context, { phone, account_type }: ByPhone) {
  const user = await findAccount(ctx, phone)
  // A sub-account signs in by the form of everybody (product §6): a phone has one account, so it says which.
  return user && (user.account_type === account_type || user.account_type === 'sub') ? user : undefined
}

/** An unknown phone, another account type and a wrong password are one answer, and take one time. */
async function loginByPassword(ctx: Context, sessions: Sessions, by: ByPhone, password: string): Promise<Token> {
  const { deps, request } = ctx
  await takeLoginTry(deps, by.phone, request.ip)
  const user = await findOfType(ctx, by)
  if (!(await isPassword(user?.password_hash, password)) || !user) throw refuseField('bad_credentials', 'password')
  await giveBackLoginTry(deps, request.ip)
  return enter(ctx, sessions, user.id, async (_tx, account) => {
    // Reset while this call was under way: what was proved no longer holds.
    if (account.password_hash !== user.password_hash) throw refuseField('bad_credentials', 'password')
  })
}

/** That no account has the phone is said only to who holds it: the code came first. */
async function loginByCaptcha(ctx: Context, sessions: Sessions, by: ByPhone, captcha: string): Promise<Token> {
  const captcha_id = await checkCaptcha(ctx, by.phone, 'login', captcha)
  const user = await findOfType(ctx, by)
  if (!user) throw refuseField('phone_not_registered', 'phone')
  return enter(ctx, sessions, user.id, (tx) => spendCaptcha(tx.db, ctx.deps, captcha_id))
}

/** Signs in by what the form carries; its schema has seen to it that nothing is missing (spec §3). */
export async function login(ctx: Context, sessions: Sessions, form: LoginForm): Promise<Token> {
  const { account_type, phone = '', password, captcha = '', scene_str = '' } = form
  if (account_type === 'wechat') return signInByScene(ctx, sessions, scene_str)
  if (account_type === 'wechat-bind') return signInAndBind(ctx, sessions, { phone, captcha, scene_str })
  const by = { phone, account_type }
  const token = password ? await loginByPassword(ctx, sessions, by, password) : await loginByCaptcha(ctx, sessions, by, captcha)
  await forgetLoginTries(ctx.deps, phone, ctx.request.ip)
  return token
}

/** Ends the session of the caller; its access and refresh tokens are refused from now on. */
export async function logout({ deps, caller, transaction }: Context, sessions: Sessions): Promise<null> {
  await transaction(async (tx) => {
    await sessionsRepo(tx.db).revoke(caller.session_id, 'logout', deps.clock.now())
    tx.afterCommit(() => sessions.forget(caller.session_id))
  })
  return null
}
