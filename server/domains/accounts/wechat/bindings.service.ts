import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { assertOwnSignIn } from '#server/domains/accounts/auth/own-sign-in.service.ts'
import { securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { bindingsRepo } from '#server/domains/accounts/wechat/bindings.repo.ts'
import { spendScene } from '#server/domains/accounts/wechat/scenes.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Binds the WeChat that confirmed this scene to an account and uses the scene up. Throws `wechat_taken` or `wechat_bound`. */
export async function bindScene(
  ctx: Context,
  tx: Tx,
  { user_id: userId, scene_str: sceneStr }: { user_id: string; scene_str: string },
): Promise<void> {
  const scene = await spendScene(ctx, tx.db, sceneStr)
  // A code requested by a signed-in user binds to that account only.
  if (scene.user_id !== null && scene.user_id !== userId) throw new Refusal('wechat_expired')
  await bindOpenId(tx, { user_id: userId, open_id: scene.open_id }, ctx.request.ip)
}

/** Binds a WeChat whose scene is used up, and tells the user. Throws `wechat_taken` or `wechat_bound`. */
export async function bindOpenId(
  tx: Tx,
  { user_id: userId, open_id: openId }: { user_id: string; open_id: string },
  ip: string,
): Promise<void> {
  const repo = bindingsRepo(tx.db)
  if (!(await repo.insert({ open_id: openId, user_id: userId, bound_at: tx.now() }))) {
    throw new Refusal((await repo.findOwner(openId)) ? 'wechat_taken' : 'wechat_bound')
  }
  await notifyUser(tx, {
    user_id: userId,
    class: 'system',
    title: '微信已绑定',
    content: `你的账号刚刚绑定了微信（IP ${ip}），以后可以扫码登录。如果不是你本人操作，请立即解绑并重置密码。`,
    link: securityPage,
  })
}

export const findWechatBindingTime = (db: Kysely<DB>, userId: string): Promise<Date | null> => bindingsRepo(db).boundAt(userId)

/**
 * Binds a WeChat to the caller's account. It adds a way to sign in, so somebody who only finds the browser open must not be able
 * to do it.
 */
export async function bindWechat(ctx: Context, sceneStr: string): Promise<null> {
  const { user_id: userId } = ctx.caller
  assertOwnSignIn(await bindingsRepo(ctx.deps.database.kysely).phoneOf(userId))
  await ctx.transaction((tx) => bindScene(ctx, tx, { user_id: userId, scene_str: sceneStr }))
  return null
}

/** Removes the WeChat from the account; phone and password still work. */
export async function unbindWechat(ctx: Context): Promise<null> {
  const { user_id: userId } = ctx.caller
  await ctx.transaction(async (tx) => {
    if (!(await bindingsRepo(tx.db).remove(userId))) throw new Refusal('wechat_unbound')
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: '微信已解绑',
      content: `你的账号刚刚解绑了微信（IP ${ctx.request.ip}）。如果不是你本人操作，请立即重置密码。`,
      link: securityPage,
    })
  })
  return null
}
