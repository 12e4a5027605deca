import type { Kysely } from 'kysely'
import type { HandlerInput } from '#contract/endpoint.ts'
import {
  isChannelConfigurable,
  type NoticeChannel,
  type NoticePreferences,
  type notificationPreferences,
} from '#contract/notification-preferences.ts'
import { type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import type { DB } from '#server/db/types.ts'
import { allChannels, canReceiveSms, isNoticeChannelOn } from '#server/domains/notify/notifications/channels.policy.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

const allClasses = Object.keys(notificationClasses) as NotificationClass[]

/** Loads the setting of every class on every channel, and how each channel is set up. */
export async function loadNoticePreferences(db: Kysely<DB>, userId: string): Promise<NoticePreferences> {
  const repo = channelsRepo(db)
  const chosen = new Map<string, Partial<Record<NoticeChannel, boolean>>>()
  for (const { class: of, channel, enabled } of await repo.choices(userId))
    chosen.set(of, { ...chosen.get(of), [channel]: enabled })
  const email = await repo.email(userId)
  const webhook = await repo.webhook(userId)
  const phone = await repo.phone(userId)
  return {
    rules: allClasses.flatMap((of) =>
      allChannels.map((channel) => ({
        class: of,
        channel,
        enabled: isNoticeChannelOn(of, channel, chosen.get(of) ?? {}),
        fixed: !isChannelConfigurable(of, channel),
      })),
    ),
    sms: { phone: maskPhone(phone), available: canReceiveSms(phone) },
    email: { address: email?.address ?? null, pending: email?.pending ?? null },
    webhook: webhook ? { url: webhook.url, created_at: webhook.created_at.toISOString() } : null,
  }
}

export const getNoticePreferences = ({ deps, caller }: Context) => loadNoticePreferences(deps.database.kysely, caller.user_id)

/** Turns a class on a channel on or off; refuses combinations that cannot be chosen. */
export function setNoticePreference(
  ctx: Context,
  choice: HandlerInput<typeof notificationPreferences.set>['body'],
): Promise<NoticePreferences> {
  if (!isChannelConfigurable(choice.class, choice.channel)) throw new Refusal('notice_fixed')
  const { user_id: userId } = ctx.caller
  return ctx.transaction(async (tx) => {
    await channelsRepo(tx.db).choose({ user_id: userId, ...choice })
    return loadNoticePreferences(tx.db, userId)
  })
}
