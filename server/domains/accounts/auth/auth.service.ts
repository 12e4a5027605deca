import type { AuthTokens, LoginForm } from '#contract/auth.ts'
import {
  claimLoginAttempt,
  clearLoginAttempts,
  releaseLoginAttempt,
} from '#server/domains/accounts/auth/login-throttle.service.ts'
import { isCorrectPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { findUserByPhone, signInUser } from '#server/domains/accounts/auth/sign-in-user.service.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { signInAndBind, signInByScene } from '#server/domains/accounts/wechat/sign-in.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

/** A phone and the account type chosen in the sign-in form. */
interface ByPhone {
  phone: string
  account_type: LoginForm['account_type']
}

async function findAccountOfType(ctx: Context, { phone, account_type: accountType }: ByPhone) {
  const user = await findUserByPhone(ctx, phone)
  // Sub-accounts use the same form as everybody (product §6); a phone has one account, so the account type is known from it.
  return user && (user.account_type === accountType || user.account_type === 'sub') ? user : undefined
}

/** Answers an unknown phone, another account type and a wrong password alike, and in the same time. */
async function loginByPassword(ctx: Context, sessions: SessionTokens, by: ByPhone, password: string): Promise<AuthTokens> {
  const { deps, request } = ctx
  await claimLoginAttempt(deps, by.phone, request.ip)
  const user = await findAccountOfType(ctx, by)
  if (!(await isCorrectPassword(user?.password_hash, password)) || !user) throw createFieldRefusal('bad_credentials', 'password')
  await releaseLoginAttempt(deps, request.ip)
  return signInUser(ctx, sessions, { user_id: user.id }, async (_tx, account) => {
    // The password was reset during this call, so the proof is no longer valid.
    if (account.password_hash !== user.password_hash) throw createFieldRefusal('bad_credentials', 'password')
  })
}

/** Reveals that a phone has no account only to its holder, because the code is checked first. */
async function loginByCaptcha(ctx: Context, sessions: SessionTokens, by: ByPhone, captcha: string): Promise<AuthTokens> {
  const captchaId = await checkCaptcha(ctx, by.phone, 'login', captcha)
  const user = await findAccountOfType(ctx, by)
  if (!user) throw createFieldRefusal('phone_not_registered', 'phone')
  return signInUser(ctx, sessions, { user_id: user.id }, (tx) => spendCaptcha(tx.db, ctx.deps, captchaId))
}

/** Signs in with the form's credentials; its schema guarantees the required fields (requirements §3). */
export async function login(ctx: Context, sessions: SessionTokens, form: LoginForm): Promise<AuthTokens> {
  const { account_type: accountType, phone = '', password, captcha = '', scene_str: sceneStr = '' } = form
  if (accountType === 'wechat') return signInByScene(ctx, sessions, sceneStr)
  if (accountType === 'wechat-bind') return signInAndBind(ctx, sessions, { phone, captcha, scene_str: sceneStr })
  const by = { phone, account_type: accountType }
  const token = password ? await loginByPassword(ctx, sessions, by, password) : await loginByCaptcha(ctx, sessions, by, captcha)
  await clearLoginAttempts(ctx.deps, phone, ctx.request.ip)
  return token
}

/** Ends the caller's session; its access and refresh tokens are refused from now on. */
export async function logoutCaller({ deps, caller, transaction }: Context, sessions: SessionTokens): Promise<null> {
  await transaction(async (tx) => {
    await sessionsRepo(tx.db).revoke(caller.session_id, 'logout', deps.clock.now())
    tx.afterCommit(() => sessions.forget(caller.session_id))
  })
  return null
}
