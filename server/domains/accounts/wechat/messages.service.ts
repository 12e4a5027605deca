import { wechatConfirmPath } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { createConfirmationTicket } from '#server/domains/accounts/wechat/confirmation.service.ts'
import { formatDevice } from '#server/domains/accounts/wechat/device.policy.ts'
import { computeSceneState } from '#server/domains/accounts/wechat/scene.policy.ts'
import { type SceneRow, scenesRepo } from '#server/domains/accounts/wechat/scenes.repo.ts'
import { getSiteOrigin } from '#server/http/pages.ts'
import type { Wechat, WechatMessage, WechatQuery } from '#server/ports/wechat.ts'

/** WeChat times out after five seconds, tells the user so and pushes the message again. */
const answerWithinMs = 4_500
const unusableSceneMessage = '这个二维码已过期或已被使用，请在网页上刷新后重新扫码。'

/** Records a scan; the first WeChat to scan owns the code. A repeated message changes nothing. */
const recordScan = ({ database, clock }: Deps, { open_id: openId, create_time: createTime }: WechatMessage, scene: string) =>
  database.transaction(async (trx) => {
    const repo = scenesRepo(trx)
    const now = clock.now()
    const first = await repo.remember({ from_user: openId, create_time: BigInt(createTime), received_at: now })
    const row = await repo.lock(scene)
    if (!first || !row || computeSceneState(row, now) !== 'waiting') return row
    await repo.setScanned(scene, openId)
    return { ...row, open_id: openId }
  })

function formatConfirmRequest(
  deps: Deps,
  { scene, user_agent: userAgent, ip, user_id: userId }: SceneRow,
  openId: string,
): string {
  const { config, keys } = deps
  const link = new URL(wechatConfirmPath, getSiteOrigin(deps))
  link.searchParams.set('ticket', createConfirmationTicket({ keys }, scene, openId))
  const purpose = userId === null ? '登录' : '绑定微信'
  return [
    `有一台设备正在用您的微信${purpose}${config.brand}：${formatDevice(userAgent)}，IP ${ip}。`,
    `<a href="${link}">查看并确认${purpose}</a>`,
    '如果不是您本人在操作，请不要打开。',
  ].join('\n\n')
}

async function handleWechatMessage(deps: Deps, message: WechatMessage): Promise<string | null> {
  const { scene, open_id: openId } = message
  if (scene === null) return message.is === 'subscribe' ? `欢迎关注${deps.config.brand}。在网页上扫码即可登录。` : null
  const row = await recordScan(deps, message, scene)
  const state = computeSceneState(row, deps.clock.now())
  if (!row || row.open_id !== openId || state === 'expired') return unusableSceneMessage
  if (state === 'confirmed') return '已确认，请回到网页继续。'
  return state === 'declined' ? '已取消。需要登录时请在网页上刷新二维码。' : formatConfirmRequest(deps, row, openId)
}

/** Answers a WeChat push in time, with an empty reply if the answer takes too long. Throws `NotFromWechat`. */
export async function receiveWechatMessage(deps: Deps, wechat: Wechat, query: WechatQuery, raw: string): Promise<string> {
  const message = wechat.receive(query, raw)
  const done = new AbortController()
  const reply = handleWechatMessage(deps, message).finally(() => done.abort())
  const late = deps.clock.sleep(answerWithinMs, done.signal).then(() => (done.signal.aborted ? reply : null))
  return wechat.answer(message, await Promise.race([reply, late]))
}
