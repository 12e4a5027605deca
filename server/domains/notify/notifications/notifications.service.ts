import { limits } from '#contract/limits.ts'
import type { Notification, NotificationClass } from '#contract/notifications.ts'
import type { Period } from '#contract/operator/reason.ts'
import { notices_channel, queueOutside, type Reader, readersOf } from '#server/domains/notify/notifications/channels.service.ts'
import {
  type NotificationRow,
  notificationsRepo,
  type Selection,
} from '#server/domains/notify/notifications/notifications.repo.ts'
import { publish, publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { forMaster, forSub, isForMaster } from '#server/domains/notify/notifications/sub-notice.policy.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export interface Notice {
  user_id: string
  class: NotificationClass
  title: string
  content: string
  link?: string | null
  announcement_id?: string
}

export const present = (row: NotificationRow): Notification => ({
  id: row.id,
  class: row.class as NotificationClass,
  title: row.title,
  content: row.content,
  link: row.link,
  read: row.read_at !== null,
  ...(row.announcement_id !== null && { markdown: true }),
  created_at: row.created_at.toISOString(),
})

/**
 * Stores a notification, puts it on the stream and into the outbox of the channels its reader chose, in the transaction of
 * what it tells about (product §8). What concerns the money of a sub-account is told to its master as well.
 */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const readers = await readersOf(tx.db, [notice.user_id], notice.class)
  const { master } = readers.get(notice.user_id)!
  await tell(tx, [master ? forSub(notice) : notice], readers)
  if (!master || !isForMaster(notice.class)) return
  const copy = forMaster(notice, master)
  await tell(tx, [copy], await readersOf(tx.db, [master.id], notice.class))
}

/** The same for many people at once, in a number of statements that does not grow with them. `readers` are all of them. */
export async function tell(tx: Tx, notices: readonly Notice[], readers: ReadonlyMap<string, Reader>): Promise<void> {
  const now = tx.now()
  const rows: NotificationRow[] = notices.map(({ link = null, announcement_id = null, ...text }) => ({
    id: newId('note'),
    link,
    announcement_id,
    ...text,
    created_at: now,
    // Muted on the site it is kept, but is not news.
    read_at: readers.get(text.user_id)!.on_site ? null : now,
    deleted_at: null,
  }))
  await notificationsRepo(tx.db).insert(rows)
  for (const row of rows) {
    if (row.read_at === null) {
      await publish(tx, row.user_id, { type: 'notification', notification: present(row) })
    }
  }
  if ((await queueOutside(tx.db, rows, readers)) > 0) {
    tx.afterCommit(() => tx.deps.database.notify(notices_channel, ''), notices_channel)
  }
}

type Query = Omit<Parameters<ReturnType<typeof notificationsRepo>['list']>[1], 'since'> & { period?: Period | undefined }

export const listNotifications = ({ deps, caller }: Context, { period, ...query }: Query) =>
  notificationsRepo(deps.database.kysely).list(caller.user_id, {
    ...query,
    ...(period && { since: startOfPeriod(period, deps.clock.now()) }),
  })

export async function getNotification({ deps, caller }: Context, id: string): Promise<NotificationRow> {
  const row = await notificationsRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const countUnread = ({ deps, caller }: Context): Promise<number> =>
  notificationsRepo(deps.database.kysely).countUnread(caller.user_id)

const changing = (
  { deps, caller, transaction }: Context,
  work: (repo: ReturnType<typeof notificationsRepo>, now: Date) => Promise<number>,
) =>
  transaction(async (tx) => {
    const count = await work(notificationsRepo(tx.db), deps.clock.now())
    if (count > 0) await publishChange(tx, { user_id: caller.user_id, resource: 'notifications', id: null })
    return { count }
  })

export const markRead = (ctx: Context, selection: Selection) =>
  changing(ctx, (repo, now) => repo.markRead(ctx.caller.user_id, selection, now))

export const removeNotifications = (ctx: Context, selection: Selection) =>
  changing(ctx, (repo, now) => repo.remove(ctx.caller.user_id, selection, now))

/** Takes back a deletion of a short while ago. */
export const restoreNotifications = (ctx: Context, ids: string[]) =>
  changing(ctx, (repo, now) =>
    repo.restore(ctx.caller.user_id, ids, new Date(now.getTime() - limits.notification_restore_seconds * 1000)),
  )
