import type { z } from 'zod'
import type {
  AnnouncementAudience,
  AnnouncementForm,
  AnnouncementState,
  OperatorAnnouncement,
} from '#contract/operator/announcements.ts'
import {
  type AnnouncementRow,
  cancelAnnouncement,
  changeAnnouncement,
  createAnnouncement,
  getAnnouncementRow as findAnnouncement,
  listAnnouncementRows,
  lockScheduledAnnouncement,
} from '#server/domains/notify/announcements/announcements.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'

const present = (row: AnnouncementRow): z.input<typeof OperatorAnnouncement> => ({
  id: row.id,
  title: row.title,
  content: row.content,
  audience: row.audience as AnnouncementAudience,
  state: row.state as AnnouncementState,
  publish_at: row.publish_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
  reach: row.reach,
  read: row.read,
  created_at: row.created_at.toISOString(),
})

export async function listOperatorAnnouncements({ deps }: Context, query: Parameters<typeof listAnnouncementRows>[1]) {
  const { items, total } = await listAnnouncementRows(deps.database.kysely, query)
  return { items: items.map(present), total }
}

export const getOperatorAnnouncement = async ({ deps }: Context, id: string) =>
  present(await findAnnouncement(deps.database.kysely, id))

export const addAnnouncement = (ctx: Context, form: AnnouncementForm) =>
  ctx.transaction(async (tx) => {
    const id = await createAnnouncement(tx.db, form, { created_by: ctx.caller.user_id, now: ctx.deps.clock.now() })
    ctx.audit({ target_id: id, after: toAuditFacts(form) })
    return present(await findAnnouncement(tx.db, id))
  })

export const editAnnouncement = (ctx: Context, id: string, form: AnnouncementForm) =>
  ctx.transaction(async (tx) => {
    const { title, content, audience, publish_at: publishAt } = await lockScheduledAnnouncement(tx.db, id)
    ctx.audit(diffFacts({ title, content, audience, publish_at: publishAt }, form))
    await changeAnnouncement(tx.db, id, form, ctx.deps.clock.now())
    return present(await findAnnouncement(tx.db, id))
  })

export const cancelAnnouncementAsOperator = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { state } = await lockScheduledAnnouncement(tx.db, id)
    ctx.audit({ before: { state }, after: { state: 'cancelled' } })
    await cancelAnnouncement(tx.db, id)
    return present(await findAnnouncement(tx.db, id))
  })
