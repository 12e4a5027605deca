import type { Kysely, Transaction } from 'kysely'
import type { AnnouncementForm } from '#contract/operator/announcements.ts'
import type { DB } from '#server/db/types.ts'
import { type AnnouncementRow, announcementsRepo } from '#server/domains/notify/announcements/announcements.repo.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

export type { AnnouncementRow }

export const listAnnouncementRows = (db: Kysely<DB>, query: Parameters<ReturnType<typeof announcementsRepo>['page']>[0]) =>
  announcementsRepo(db).page(query)

export async function getAnnouncementRow(db: Kysely<DB>, id: string): Promise<AnnouncementRow> {
  const row = await announcementsRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  return row
}

const toColumns = ({ publish_at: publishAt, ...form }: AnnouncementForm, now: Date) => ({
  ...form,
  publish_at: publishAt === null ? now : new Date(publishAt),
})

/** Creates an announcement and returns its id. Without a time it is due at once. */
export async function createAnnouncement(
  trx: Transaction<DB>,
  form: AnnouncementForm,
  { created_by: createdBy, now }: { created_by: string; now: Date },
): Promise<string> {
  const id = newId('announce')
  await announcementsRepo(trx).insert({ ...toColumns(form, now), id, state: 'scheduled', created_by: createdBy, created_at: now })
  return id
}

/** Locks an announcement not yet published; refuses any other. */
export async function lockScheduledAnnouncement(trx: Transaction<DB>, id: string) {
  const row = await announcementsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'scheduled') throw new Refusal('announcement_closed')
  return row
}

export const changeAnnouncement = (trx: Transaction<DB>, id: string, form: AnnouncementForm, now: Date) =>
  announcementsRepo(trx).update(id, toColumns(form, now))

export const cancelAnnouncement = (trx: Transaction<DB>, id: string) => announcementsRepo(trx).update(id, { state: 'cancelled' })
