import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { isSmsClass } from '#contract/notification-preferences.ts'
import type { Deps } from '#server/deps.ts'
import { canReceiveSms } from '#server/domains/notify/notifications/channels.policy.ts'
import { type DeliveryRow, deliveriesRepo } from '#server/domains/notify/notifications/deliveries.repo.ts'
import { computeNextDeliveryTry } from '#server/domains/notify/notifications/delivery-retry.policy.ts'
import { buildUnsubscribeLinks } from '#server/domains/notify/notifications/unsubscribe.service.ts'
import { callWebhook } from '#server/domains/notify/notifications/webhook.service.ts'
import { recordSmsSend } from '#server/domains/notify/sms-receipts/sms-receipts.service.ts'
import { getSiteOrigin } from '#server/http/pages.ts'
import { composeLetter } from '#server/lib/mail-letter.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'

const chunk = 50
/** Longer than any channel's timeout. */
const leaseMs = 120_000

/** Tells the operators; provided by the layer that knows who they are. */
type ReportTroubles = (deps: Deps, troubles: readonly ProviderTrouble[]) => Promise<void>
type Loaded = NonNullable<Awaited<ReturnType<ReturnType<typeof deliveriesRepo>['load']>>>
/** `dropped`: will not be sent, with the reason; `failed`: may be retried. */
type Outcome = { sent: true } | { dropped: string } | { failed: string }

/**
 * Sends due messages. Claims each under a lease, delivers it outside any transaction, then records the outcome. If a worker dies
 * in between, the message is sent again with the same id: at-least-once delivery (docs/decisions/038). `report` is told what
 * providers of SMS did not do.
 */
export async function sendNotices(deps: Deps, report: ReportTroubles): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const due = await deliveriesRepo(deps.database.kysely).claim(now, new Date(now.getTime() + leaseMs), chunk)
    if (due.length === 0) return
    // Send one user's messages sequentially, so that the SMS cap counts each.
    const byUser = new Map<string, DeliveryRow[]>()
    for (const row of due) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row])
    await Promise.all(
      [...byUser.values()].map(async (own) => {
        for (const row of own) await sendDelivery(deps, row, report)
      }),
    )
  }
}

async function sendDelivery(deps: Deps, row: DeliveryRow, report: ReportTroubles): Promise<void> {
  const repo = deliveriesRepo(deps.database.kysely)
  const loaded = await repo.load(row.id)
  const outcome: Outcome = loaded
    ? await channelSenders[row.channel as keyof typeof channelSenders](deps, row, loaded, report).catch(
        async (error: unknown) => {
          if (error instanceof SmsUnsentError) await report(deps, error.troubles)
          // A provider's error message may contain the address.
          deps.log.error({ failure: error instanceof Error ? error.name : typeof error, channel: row.channel }, 'notice not sent')
          return { failed: '发送服务没有接受' }
        },
      )
    : { dropped: '内容已不存在' }
  const now = deps.clock.now()
  const dueAt = computeNextDeliveryTry(row.tries, now)
  if ('failed' in outcome && dueAt) {
    return void (await repo.note(row, { state: 'waiting', error: outcome.failed, due_at: dueAt, ended_at: null }))
  }
  const [state, error] =
    'sent' in outcome ? ['sent', null] : 'dropped' in outcome ? ['dropped', outcome.dropped] : ['dead', outcome.failed]
  await repo.note(row, { state, error, due_at: null, ended_at: now })
}

const channelSenders = {
  sms: async (
    deps: Deps,
    { id, user_id: userId, class: of, title }: DeliveryRow,
    { phone }: Loaded,
    report: ReportTroubles,
  ): Promise<Outcome> => {
    if (!isSmsClass(of) || !canReceiveSms(phone)) return { dropped: '这个号码不接收短信' }
    const since = new Date(deps.clock.now().getTime() - dayMs)
    const sent = await deliveriesRepo(deps.database.kysely).countSent(userId, 'sms', since)
    if (sent >= limits.noticeSmsPerDay) return { dropped: `24 小时内已发 ${sent} 条短信，不再发送` }
    const { troubles, taken } = await deps.sms.tell({ phone, template: of, title, key: id })
    await recordSmsSend(deps, taken, of)
    await report(deps, troubles)
    return { sent: true }
  },
  email: async (
    deps: Deps,
    { id, title, class: of, user_id: userId }: DeliveryRow,
    { address, content, link }: Loaded,
  ): Promise<Outcome> => {
    if (address === null) return { dropped: '邮箱已移除' }
    if (!deps.mail) return { dropped: '平台没有开通邮件' }
    const { brand } = deps.config
    const { oneClick, page } = buildUnsubscribeLinks(deps, of, userId)
    const letter = composeLetter({
      brand,
      subject: `【${brand}】${title}`,
      paragraphs: [title, ...(content ? [content] : [])],
      action: link === null ? undefined : { label: '查看详情', url: new URL(link, getSiteOrigin(deps)).href },
      unsubscribe: { label: '退订这类邮件', url: page },
    })
    await deps.mail.send({ to: address, ...letter, unsubscribe: oneClick, key: id })
    return { sent: true }
  },
  webhook: async (
    deps: Deps,
    row: DeliveryRow,
    { url, secret_cipher: secretCipher, content, link, created_at: createdAt }: Loaded,
  ): Promise<Outcome> => {
    if (url === null || secretCipher === null) return { dropped: 'Webhook 已移除' }
    const { id, user_id: userId, class: of, title } = row
    const { error } = await callWebhook(deps, { user_id: userId, url, secret_cipher: secretCipher }, id, {
      type: 'notification',
      created_at: (createdAt ?? row.created_at).toISOString(),
      notification: { class: of, title, content, link },
    })
    return error === null ? { sent: true } : { failed: error }
  },
}
