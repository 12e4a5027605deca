import type { AnnouncementAudience } from '#contract/operator/announcements.ts'
import type { Deps } from '#server/deps.ts'
import { announcementsRepo } from '#server/domains/notify/announcements/announcements.repo.ts'
import { loadNoticeReaders } from '#server/domains/notify/notifications/channels.service.ts'
import { notifyUsers } from '#server/domains/notify/notifications/notifications.service.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

const chunk = 500

/** Publishes due announcements. Each chunk commits together with its cursor, so another run continues after a crash. */
export async function publishAnnouncements(deps: Deps): Promise<void> {
  const due = await announcementsRepo(deps.database.kysely).due(deps.clock.now())
  await forEachIsolated(due, deps, 'publishing an announcement', async (id) => {
    while (await publishChunk(deps, id));
  })
}

/** Publishes one chunk; returns true while there may be more. */
const publishChunk = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const repo = announcementsRepo(tx.db)
    const now = deps.clock.now()
    const row = await repo.lock(id)
    if (!row || (row.state !== 'scheduled' && row.state !== 'publishing') || row.publish_at > now) return false
    const userIds = await repo.audience(row.audience as AnnouncementAudience, {
      cursor: row.cursor,
      until: row.publish_at,
      limit: chunk,
    })
    if (userIds.length > 0) {
      const { title, content } = row
      const readers = await loadNoticeReaders(tx.db, userIds, 'system')
      const notices = userIds.map((userId) => ({
        user_id: userId,
        class: 'system' as const,
        title,
        content,
        announcement_id: id,
      }))
      await notifyUsers(tx, notices, readers)
    }
    const more = userIds.length === chunk
    await repo.update(id, {
      state: more ? 'publishing' : 'published',
      published_at: more ? null : now,
      cursor: userIds.at(-1) ?? row.cursor,
      reach: row.reach + userIds.length,
    })
    return more
  })
