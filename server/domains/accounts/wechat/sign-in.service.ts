import type { AuthTokens } from '#contract/auth.ts'
import { findUserByPhone, signInUser } from '#server/domains/accounts/auth/sign-in-user.service.ts'
import { checkCaptcha, spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { bindingsRepo } from '#server/domains/accounts/wechat/bindings.repo.ts'
import { getConfirmedScene, spendScene } from '#server/domains/accounts/wechat/scenes.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** Signs in to the account bound to the confirming WeChat. Throws the scene's state, or `wechat_not_bound` (requirements §8). */
export async function signInByScene(ctx: Context, sessions: SessionTokens, sceneStr: string): Promise<AuthTokens> {
  const { kysely } = ctx.deps.database
  const scene = await getConfirmedScene(ctx, kysely, sceneStr)
  if (scene.user_id !== null) throw new Refusal('wechat_expired')
  const owner = await bindingsRepo(kysely).findOwner(scene.open_id)
  if (!owner) throw new Refusal('wechat_not_bound')
  return signInUser(ctx, sessions, { user_id: owner.id }, async (tx) => {
    await spendScene(ctx, tx.db, sceneStr)
    // The WeChat was unbound during this call and no longer belongs to the account.
    if ((await bindingsRepo(tx.db).findOwner(scene.open_id))?.id !== owner.id) throw new Refusal('wechat_not_bound')
  })
}

/** Answers the poll: signs in, or, for a binding code, only reports that the phone has confirmed. */
export async function pollScene(ctx: Context, sessions: SessionTokens, sceneStr: string): Promise<AuthTokens | null> {
  const scene = await getConfirmedScene(ctx, ctx.deps.database.kysely, sceneStr)
  if (scene.user_id === null) return signInByScene(ctx, sessions, sceneStr)
  if (ctx.visitor || ctx.caller.user_id !== scene.user_id) throw new Refusal('wechat_expired')
  return null
}

/** Binds the confirming WeChat to the account of a phone, proved by a code, and signs in. */
export async function signInAndBind(
  ctx: Context,
  sessions: SessionTokens,
  { phone, captcha, scene_str: sceneStr }: { phone: string; captcha: string; scene_str: string },
): Promise<AuthTokens> {
  const scene = await getConfirmedScene(ctx, ctx.deps.database.kysely, sceneStr)
  if (scene.user_id !== null) throw new Refusal('wechat_expired')
  const captchaId = await checkCaptcha(ctx, phone, 'wechat_bind', captcha)
  const user = await findUserByPhone(ctx, phone)
  if (!user) throw createFieldRefusal('phone_not_registered', 'phone')
  return signInUser(ctx, sessions, { user_id: user.id, open_id: scene.open_id }, async (tx) => {
    await spendScene(ctx, tx.db, sceneStr)
    await spendCaptcha(tx.db, ctx.deps, captchaId)
  })
}
