import { limits } from '#contract/limits.ts'
import type { Notification, NotificationClass } from '#contract/notifications.ts'
import type { ReportPeriod } from '#contract/operator/reason.ts'
import {
  loadNoticeReaders,
  type NoticeReader,
  noticesChannel,
  queueNoticeDeliveries,
} from '#server/domains/notify/notifications/channels.service.ts'
import {
  type NotificationRow,
  type NotificationSelection,
  notificationsRepo,
} from '#server/domains/notify/notifications/notifications.repo.ts'
import { publishChange, publishStreamMessage } from '#server/domains/notify/notifications/stream-outbox.ts'
import { isForMaster, toMasterNotice, toSubNotice } from '#server/domains/notify/notifications/sub-notice.policy.ts'
import type { Context } from '#server/http/context.ts'
import { startOfPeriod } from '#server/lib/calendar.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notifyAfterCommit, type Tx, type TxDeps } from '#server/tx.ts'

export interface NoticeInput {
  user_id: string
  class: NotificationClass
  title: string
  content: string
  link?: string | null
  announcement_id?: string
}

export const presentNotification = (row: NotificationRow): Notification => ({
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
 * Stores a notification, publishes it on the stream and queues it for the user's chosen channels, in the transaction of the event
 * it reports (product §8). Money notices of a sub-account also go to its master.
 */
export async function notifyUser(tx: Tx<TxDeps>, notice: NoticeInput): Promise<void> {
  const readers = await loadNoticeReaders(tx.db, [notice.user_id], notice.class)
  const { master } = readers.get(notice.user_id)!
  await notifyUsers(tx, [master ? toSubNotice(notice) : notice], readers)
  if (!master || !isForMaster(notice.class)) return
  const copy = toMasterNotice(notice, master)
  await notifyUsers(tx, [copy], await loadNoticeReaders(tx.db, [master.id], notice.class))
}

/** Like `notifyUser`, for many users, with a constant number of statements. `readers` must contain all of them. */
export async function notifyUsers(
  tx: Tx<TxDeps>,
  notices: readonly NoticeInput[],
  readers: ReadonlyMap<string, NoticeReader>,
): Promise<void> {
  const now = tx.now()
  const rows: NotificationRow[] = notices.map(({ link = null, announcement_id: announcementId = null, ...text }) => ({
    id: newId('note'),
    link,
    announcement_id: announcementId,
    ...text,
    created_at: now,
    // If the class is muted on the site, store the notification as already read.
    read_at: readers.get(text.user_id)!.on_site ? null : now,
    deleted_at: null,
  }))
  await notificationsRepo(tx.db).insert(rows)
  for (const row of rows) {
    if (row.read_at === null) {
      await publishStreamMessage(tx, row.user_id, { type: 'notification', notification: presentNotification(row) })
    }
  }
  if ((await queueNoticeDeliveries(tx.db, rows, readers)) > 0) {
    notifyAfterCommit(tx, noticesChannel, '')
  }
}

type Query = Omit<Parameters<ReturnType<typeof notificationsRepo>['list']>[1], 'since'> & { period?: ReportPeriod | undefined }

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

export const countUnreadNotifications = ({ deps, caller }: Context): Promise<number> =>
  notificationsRepo(deps.database.kysely).countUnread(caller.user_id)

const changeNotifications = (
  { deps, caller, transaction }: Context,
  work: (repo: ReturnType<typeof notificationsRepo>, now: Date) => Promise<number>,
) =>
  transaction(async (tx) => {
    const count = await work(notificationsRepo(tx.db), deps.clock.now())
    if (count > 0) await publishChange(tx, { user_id: caller.user_id, resource: 'notifications', id: null })
    return { count }
  })

export const markNotificationsRead = (ctx: Context, selection: NotificationSelection) =>
  changeNotifications(ctx, (repo, now) => repo.markRead(ctx.caller.user_id, selection, now))

export const deleteNotifications = (ctx: Context, selection: NotificationSelection) =>
  changeNotifications(ctx, (repo, now) => repo.remove(ctx.caller.user_id, selection, now))

/** Restores recently deleted notifications. */
export const restoreNotifications = (ctx: Context, ids: string[]) =>
  changeNotifications(ctx, (repo, now) =>
    repo.restore(ctx.caller.user_id, ids, new Date(now.getTime() - limits.notificationRestoreSeconds * 1000)),
  )
