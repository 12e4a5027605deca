import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DataOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { type wechat as endpoints, wechat_image_path } from '#contract/wechat.ts'
import type { DB } from '#server/db/types.ts'
import { stateOf, word_of_state } from '#server/domains/accounts/wechat/scene.policy.ts'
import { type SceneRow, scenesRepo } from '#server/domains/accounts/wechat/scenes.repo.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { takeSlots } from '#server/http/rate-limits.ts'
import { newToken } from '#server/lib/ids.ts'
import { networkOf } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

const per_network_and_minute = 20

/** A QR code somebody has agreed to on the phone. */
export type ConfirmedScene = SceneRow & { open_id: string }

/** The code shows only this, so who photographs it cannot ask in the browser's place (decision 023). */
const sceneOf = (scene_str: string): string => createHash('sha256').update(scene_str).digest('base64url')

/** A QR code for this browser: to sign in, or, for who is signed in, to bind a WeChat. */
export async function askScene(ctx: Context): Promise<DataOf<typeof endpoints.qrcode>> {
  const { deps, request } = ctx
  const { wechat } = deps
  if (!wechat) throw new Refusal('wechat_off')
  const policy = atMost(per_network_and_minute, 60)
  await takeSlots(deps, [{ key: `qrcode:${networkOf(request.ip)}`, policy, refusal: 'too_many_requests' }])
  const scene_str = newToken()
  const scene = sceneOf(scene_str)
  const qr_text = await wechat.qrText(scene, limits.wechat_scene_seconds).catch((error: unknown) => {
    deps.log.error({ failure: error instanceof Error ? error.message : typeof error }, 'WeChat gave no QR code')
    throw new Refusal('unavailable')
  })
  const created_at = deps.clock.now()
  const expires_at = new Date(created_at.getTime() + limits.wechat_scene_seconds * 1000)
  const { ip, user_agent } = request
  const user_id = ctx.visitor ? null : ctx.caller.user_id
  await scenesRepo(deps.database.kysely).insert({ scene, qr_text, ip, user_agent, user_id, created_at, expires_at })
  return {
    qrcode_url: wechat_image_path.replace(':scene', scene),
    scene_str,
    expires_at: expires_at.toISOString(),
    sandbox_url: wechat.sandbox ? qr_text : null,
  }
}

/** What a QR code holds, while it can still be scanned. */
export async function qrTextOf({ clock, database }: Context['deps'], scene: string): Promise<string | undefined> {
  const row = await scenesRepo(database.kysely).find(scene)
  return row && stateOf(row, clock.now()) !== 'expired' ? row.qr_text : undefined
}

/** Refuses by the state unless the phone has confirmed, and refuses any browser but the one that asked for the code. */
function refuseUnconfirmed({ deps, request }: Context, row: SceneRow | undefined): ConfirmedScene {
  const known = row?.user_agent === request.user_agent ? row : undefined
  const state = stateOf(known, deps.clock.now())
  if (state !== 'confirmed') throw new Refusal(word_of_state[state])
  return known as ConfirmedScene
}

export const getConfirmed = async (ctx: Context, db: Kysely<DB>, scene_str: string): Promise<ConfirmedScene> =>
  refuseUnconfirmed(ctx, await scenesRepo(db).find(sceneOf(scene_str)))

/** Uses the scene up with what it was confirmed for: one code, one effect. */
export async function spendScene(ctx: Context, trx: Transaction<DB>, scene_str: string): Promise<ConfirmedScene> {
  const scene = refuseUnconfirmed(ctx, await scenesRepo(trx).lock(sceneOf(scene_str)))
  await scenesRepo(trx).setUsed(scene.scene, ctx.deps.clock.now())
  return scene
}
