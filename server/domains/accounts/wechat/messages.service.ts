import { wechat_confirm_path } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { ticketOf } from '#server/domains/accounts/wechat/confirmation.service.ts'
import { deviceOf } from '#server/domains/accounts/wechat/device.policy.ts'
import { stateOf } from '#server/domains/accounts/wechat/scene.policy.ts'
import { type SceneRow, scenesRepo } from '#server/domains/accounts/wechat/scenes.repo.ts'
import { siteOf } from '#server/http/pages.ts'
import type { Wechat, WechatMessage, WechatQuery } from '#server/ports/wechat.ts'

/** WeChat gives up after five seconds, tells the person so and pushes the message again. */
const answer_within_ms = 4_500
const useless = '这个二维码已过期或已被使用，请在网页上刷新后重新扫码。'

/** Takes note of a scan: the first WeChat to scan has the code. A message that comes again changes nothing. */
const takeScan = ({ database, clock }: Deps, { open_id, create_time }: WechatMessage, scene: string) =>
  database.transaction(async (trx) => {
    const repo = scenesRepo(trx)
    const now = clock.now()
    const first = await repo.remember({ from_user: open_id, create_time: BigInt(create_time), received_at: now })
    const row = await repo.lock(scene)
    if (!first || !row || stateOf(row, now) !== 'waiting') return row
    await repo.setScanned(scene, open_id)
    return { ...row, open_id }
  })

function asking(deps: Deps, { scene, user_agent, ip, user_id }: SceneRow, open_id: string): string {
  const { config, keys } = deps
  const link = new URL(wechat_confirm_path, siteOf(deps))
  link.searchParams.set('ticket', ticketOf({ keys }, scene, open_id))
  const purpose = user_id === null ? '登录' : '绑定微信'
  return [
    `有一台设备正在用您的微信${purpose}${config.brand}：${deviceOf(user_agent)}，IP ${ip}。`,
    `<a href="${link}">查看并确认${purpose}</a>`,
    '如果不是您本人在操作，请不要打开。',
  ].join('\n\n')
}

async function replyTo(deps: Deps, message: WechatMessage): Promise<string | null> {
  const { scene, open_id } = message
  if (scene === null) return message.is === 'subscribe' ? `欢迎关注${deps.config.brand}。在网页上扫码即可登录。` : null
  const row = await takeScan(deps, message, scene)
  const state = stateOf(row, deps.clock.now())
  if (!row || row.open_id !== open_id || state === 'expired') return useless
  if (state === 'confirmed') return '已确认，请回到网页继续。'
  return state === 'declined' ? '已取消。需要登录时请在网页上刷新二维码。' : asking(deps, row, open_id)
}

/** Answers what WeChat pushed, in time: when the answer takes too long, with nothing. Throws `NotFromWechat`. */
export async function receiveMessage(deps: Deps, wechat: Wechat, query: WechatQuery, raw: string): Promise<string> {
  const message = wechat.receive(query, raw)
  const done = new AbortController()
  const reply = replyTo(deps, message).finally(() => done.abort())
  const late = deps.clock.sleep(answer_within_ms, done.signal).then(() => (done.signal.aborted ? reply : null))
  return wechat.answer(message, await Promise.race([reply, late]))
}
