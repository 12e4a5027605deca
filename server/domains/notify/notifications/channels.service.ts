import type { Transaction } from 'kysely'
import type { NoticeChannel } from '#contract/notification-preferences.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import type { DB } from '#server/db/types.ts'
import {
  computeOutsideChannels,
  isNoticeChannelOn,
  type NoticeReach,
} from '#server/domains/notify/notifications/channels.policy.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import { deliveriesRepo } from '#server/domains/notify/notifications/deliveries.repo.ts'
import type { NotificationRow } from '#server/domains/notify/notifications/notifications.repo.ts'
import { newId } from '#server/lib/ids.ts'

/** Wakes the delivery worker. */
export const noticesChannel = 'zhisuan_notices'

export interface NoticeReader extends NoticeReach {
  id: string
  /** Set for a sub-account. */
  master: { id: string; sub_name: string } | null
  /** Whether the site shows messages of this class as new. */
  on_site: boolean
}

/** Loads the channels by which these users receive messages of a class. */
export async function loadNoticeReaders(
  trx: Transaction<DB>,
  userIds: readonly string[],
  of: NotificationClass,
): Promise<Map<string, NoticeReader>> {
  const readers = new Map<string, NoticeReader>()
  for (const row of await channelsRepo(trx).readers(userIds, of)) {
    const chosen: NoticeReach['chosen'] = readers.get(row.id)?.chosen ?? {}
    if (row.channel !== null) chosen[row.channel as NoticeChannel] = row.enabled ?? false
    readers.set(row.id, {
      id: row.id,
      phone: row.phone,
      email: row.email,
      webhook: row.webhook !== null,
      master: row.master_id === null ? null : { id: row.master_id, sub_name: row.sub_name ?? '' },
      chosen,
      on_site: isNoticeChannelOn(of, 'site', chosen),
    })
  }
  return readers
}

/** Adds stored notifications to the outbox of each channel that delivers them; returns the number of deliveries. */
export async function queueNoticeDeliveries(
  trx: Transaction<DB>,
  rows: readonly NotificationRow[],
  readers: ReadonlyMap<string, NoticeReader>,
): Promise<number> {
  const queued = rows.flatMap(({ id, user_id: userId, class: of, title, created_at: createdAt }) =>
    computeOutsideChannels(of as NotificationClass, readers.get(userId)!).map((channel) => ({
      id: newId('send'),
      user_id: userId,
      notification_id: id,
      channel,
      class: of,
      title,
      state: 'waiting',
      due_at: createdAt,
      created_at: createdAt,
    })),
  )
  await deliveriesRepo(trx).insert(queued)
  return queued.length
}
