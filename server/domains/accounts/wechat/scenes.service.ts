import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { EndpointData } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { type wechat as endpoints, wechatImagePath } from '#contract/wechat.ts'
import type { DB } from '#server/db/types.ts'
import { computeSceneState, sceneStateCodes } from '#server/domains/accounts/wechat/scene.policy.ts'
import { type SceneRow, scenesRepo } from '#server/domains/accounts/wechat/scenes.repo.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newToken } from '#server/lib/ids.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

const perNetworkAndMinute = 20

/** A QR code scene confirmed on the phone. */
export type ConfirmedScene = SceneRow & { open_id: string }

/** The QR code contains only this hash, so a person who photographs it cannot poll in the browser's place (decision 023). */
const hashSceneStr = (sceneStr: string): string => createHash('sha256').update(sceneStr).digest('base64url')

/** Creates a QR code for this browser: to sign in or, for a signed-in user, to bind a WeChat. */
export async function createScene(ctx: Context): Promise<EndpointData<typeof endpoints.qrcode>> {
  const { deps, request } = ctx
  const { wechat } = deps
  if (!wechat) throw new Refusal('wechat_off')
  const policy = createWindowPolicy(perNetworkAndMinute, 60)
  await claimRateSlots(deps, [{ key: `qrcode:${toSubscriberNetwork(request.ip)}`, policy, refusal: 'too_many_requests' }])
  const sceneStr = newToken()
  const scene = hashSceneStr(sceneStr)
  const qrText = await wechat.qrText(scene, limits.wechatSceneSeconds).catch((error: unknown) => {
    deps.log.error({ failure: error instanceof Error ? error.message : typeof error }, 'WeChat gave no QR code')
    throw new Refusal('unavailable')
  })
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + limits.wechatSceneSeconds * 1000)
  const { ip, user_agent: userAgent } = request
  const userId = ctx.visitor ? null : ctx.caller.user_id
  await scenesRepo(deps.database.kysely).insert({
    scene,
    qr_text: qrText,
    ip,
    user_agent: userAgent,
    user_id: userId,
    created_at: createdAt,
    expires_at: expiresAt,
  })
  return {
    qrcode_url: wechatImagePath.replace(':scene', scene),
    scene_str: sceneStr,
    expires_at: expiresAt.toISOString(),
    sandbox_url: wechat.sandbox ? qrText : null,
  }
}

/** Returns the content of a QR code while it can still be scanned. */
export async function findQrText({ clock, database }: Context['deps'], scene: string): Promise<string | undefined> {
  const row = await scenesRepo(database.kysely).find(scene)
  return row && computeSceneState(row, clock.now()) !== 'expired' ? row.qr_text : undefined
}

/** Refuses with the scene's state unless the phone has confirmed; treats a code requested by another browser as expired. */
function requireConfirmed({ deps, request }: Context, row: SceneRow | undefined): ConfirmedScene {
  const known = row?.user_agent === request.user_agent ? row : undefined
  const state = computeSceneState(known, deps.clock.now())
  if (state !== 'confirmed') throw new Refusal(sceneStateCodes[state])
  return known as ConfirmedScene
}

export const getConfirmedScene = async (ctx: Context, db: Kysely<DB>, sceneStr: string): Promise<ConfirmedScene> =>
  requireConfirmed(ctx, await scenesRepo(db).find(hashSceneStr(sceneStr)))

/** Uses up the scene in the transaction of its effect: one code, one effect. */
export async function spendScene(ctx: Context, trx: Transaction<DB>, sceneStr: string): Promise<ConfirmedScene> {
  const scene = requireConfirmed(ctx, await scenesRepo(trx).lock(hashSceneStr(sceneStr)))
  await scenesRepo(trx).setUsed(scene.scene, ctx.deps.clock.now())
  return scene
}
