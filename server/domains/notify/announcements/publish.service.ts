import type { AnnouncementAudience } from '#contract/operator/announcements.ts'
import type { Deps } from '#server/deps.ts'
import { announcementsRepo } from '#server/domains/notify/announcements/announcements.repo.ts'
import { readersOf } from '#server/domains/notify/notifications/channels.service.ts'
import { tell } from '#server/domains/notify/notifications/notifications.service.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

const chunk = 500

/** Tells everybody what is due. Each chunk commits with the cursor behind it: whoever dies, the next goes on from there. */
export async function publishAnnouncements(deps: Deps): Promise<void> {
  const due = await announcementsRepo(deps.database.kysely).due(deps.clock.now())
  await forEachIsolated(due, deps, 'publishing an announcement', async (id) => {
    while (await publishChunk(deps, id));
  })
}

/** True while there may be more to tell. */
const publishChunk = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const repo = announcementsRepo(tx.db)
    const now = deps.clock.now()
    const row = await repo.lock(id)
    if (!row || (row.state !== 'scheduled' && row.state !== 'publishing') || row.publish_at > now) return false
    const user_ids = await repo.audience(row.audience as AnnouncementAudience, {
      cursor: row.cursor,
      until: row.publish_at,
      limit: chunk,
    })
    if (user_ids.length > 0) {
      const { title, content } = row
      const readers = await readersOf(tx.db, user_ids, 'system')
      const notices = user_ids.map((user_id) => ({ user_id, class: 'system' as const, title, content, announcement_id: id }))
      await tell(tx, notices, readers)
    }
    const more = user_ids.length === chunk
    await repo.update(id, {
      state: more ? 'publishing' : 'published',
      published_at: more ? null : now,
      cursor: user_ids.at(-1) ?? row.cursor,
      reach: row.reach + user_ids.length,
    })
    return more
  })
