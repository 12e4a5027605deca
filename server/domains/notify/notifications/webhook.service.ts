import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { type NoticePreferences, webhookHeaders } from '#contract/notification-preferences.ts'
import type { Deps } from '#server/deps.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import { deliveriesRepo } from '#server/domains/notify/notifications/deliveries.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { loadNoticePreferences } from '#server/domains/notify/notifications/preferences.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'
import type { WebhookFailure } from '#server/ports/webhooks.ts'

interface Stored {
  user_id: string
  url: string
  secret_cipher: string
}

const sealSecret = ({ keys }: Pick<Deps, 'keys'>, userId: string, secret: string) => sealText(keys.webhook, userId, secret)
const unsealSecret = ({ keys }: Pick<Deps, 'keys'>, { user_id: userId, secret_cipher: secretCipher }: Stored) =>
  unsealText(keys.webhook, userId, secretCipher)

const failureLabels: Record<WebhookFailure, string> = {
  address: '地址不在公网上，没有发送',
  unreachable: '无法连接',
  timeout: `${limits.webhookTimeoutMs / 1000} 秒内没有答复`,
  redirect: '对方要求跳转，没有跟随',
  answer: `答复超过 ${limits.webhookAnswerBytes / 1024} KB`,
}

/** Calls a webhook with a signed body; `error` is null for a 2xx answer. */
export async function callWebhook(
  deps: Pick<Deps, 'keys' | 'clock' | 'webhooks'>,
  stored: Stored,
  id: string,
  message: object,
): Promise<{ status: number | null; error: string | null }> {
  const body = JSON.stringify({ id, ...message })
  const timestamp = String(Math.floor(deps.clock.now().getTime() / 1000))
  const signature = createHmac('sha256', unsealSecret(deps, stored)).update(`${timestamp}.${body}`).digest('hex')
  const answer = await deps.webhooks.post({
    url: stored.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'zhisuan-webhook/1',
      [webhookHeaders.id]: id,
      [webhookHeaders.timestamp]: timestamp,
      [webhookHeaders.signature]: `sha256=${signature}`,
    },
  })
  if ('failure' in answer) return { status: null, error: failureLabels[answer.failure] }
  const { status } = answer
  return { status, error: status >= 200 && status < 300 ? null : `对方答复 HTTP ${status}` }
}

/** Sets the webhook address and creates a new secret, which is shown only this once. */
export const setWebhook = (ctx: Context, url: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const secret = `whsec_${randomBytes(32).toString('base64url')}`
    const createdAt = deps.clock.now()
    const { user_id: userId } = caller
    await channelsRepo(tx.db).setWebhook({
      user_id: userId,
      url,
      secret_cipher: sealSecret(deps, userId, secret),
      created_at: createdAt,
    })
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: 'Webhook 已设置',
      content: '之后按你的消息偏好向这个地址发送通知。如果不是你本人操作，请到账户信息移除它并修改密码。',
      link: '/console/account-message',
    })
    return { url, secret, created_at: createdAt.toISOString() }
  })

export const deleteWebhook = (ctx: Context): Promise<NoticePreferences> =>
  ctx.transaction(async (tx) => {
    await channelsRepo(tx.db).removeWebhook(ctx.caller.user_id)
    return loadNoticePreferences(tx.db, ctx.caller.user_id)
  })

/** Calls the webhook at once and records the outcome in the log. */
export async function testWebhook({ deps, caller }: Context) {
  const { user_id: userId } = caller
  const db = deps.database.kysely
  const stored = await channelsRepo(db).webhook(userId)
  if (!stored) throw new Refusal('webhook_missing')
  await claimRateSlots(deps, [
    {
      key: `webhook-test:${userId}`,
      policy: createWindowPolicy(limits.webhookTestsPerHour, 3600),
      refusal: 'too_many_requests',
    },
  ])
  const id = newId('send')
  const begun = deps.clock.now()
  const title = '测试消息'
  const { status, error } = await callWebhook(deps, stored, id, {
    type: 'test',
    created_at: begun.toISOString(),
    notification: { class: 'system', title, content: '收到这条消息，说明 Webhook 已经可用。', link: null },
  })
  const endedAt = deps.clock.now()
  const state = error === null ? 'sent' : 'dead'
  const row = {
    id,
    user_id: userId,
    channel: 'webhook',
    class: 'system',
    title,
    state,
    tries: 1,
    error,
    created_at: begun,
    ended_at: endedAt,
  }
  await deliveriesRepo(db).insert([row])
  return { delivered: error === null, status, error, took_ms: Math.max(0, endedAt.getTime() - begun.getTime()) }
}
