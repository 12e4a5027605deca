import type { Kysely } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import {
  isChoice,
  type NoticeChannel,
  type NoticePreferences,
  type notification_preferences,
} from '#contract/notification-preferences.ts'
import { type NotificationClass, notification_classes } from '#contract/notifications.ts'
import type { DB } from '#server/db/types.ts'
import { all_channels, isOn, takesSms } from '#server/domains/notify/notifications/channels.policy.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

const all_classes = Object.keys(notification_classes) as NotificationClass[]

/** What every class does on every channel, and how each channel is set up. */
export async function preferencesOf(db: Kysely<DB>, user_id: string): Promise<NoticePreferences> {
  const repo = channelsRepo(db)
  const chosen = new Map<string, Partial<Record<NoticeChannel, boolean>>>()
  for (const { class: of, channel, enabled } of await repo.choices(user_id))
    chosen.set(of, { ...chosen.get(of), [channel]: enabled })
  const email = await repo.email(user_id)
  const webhook = await repo.webhook(user_id)
  const phone = await repo.phone(user_id)
  return {
    rules: all_classes.flatMap((of) =>
      all_channels.map((channel) => ({
        class: of,
        channel,
        enabled: isOn(of, channel, chosen.get(of) ?? {}),
        fixed: !isChoice(of, channel),
      })),
    ),
    sms: { phone: maskPhone(phone), available: takesSms(phone) },
    email: { address: email?.address ?? null, pending: email?.pending ?? null },
    webhook: webhook ? { url: webhook.url, created_at: webhook.created_at.toISOString() } : null,
  }
}

export const getPreferences = ({ deps, caller }: Context) => preferencesOf(deps.database.kysely, caller.user_id)

/** Turns one class on one channel on or off; refuses what is not to be chosen. */
export function setPreference(
  ctx: Context,
  choice: Received<typeof notification_preferences.set>['body'],
): Promise<NoticePreferences> {
  if (!isChoice(choice.class, choice.channel)) throw new Refusal('notice_fixed')
  const { user_id } = ctx.caller
  return ctx.transaction(async (tx) => {
    await channelsRepo(tx.db).choose({ user_id, ...choice })
    return preferencesOf(tx.db, user_id)
  })
}
