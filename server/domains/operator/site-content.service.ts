import type { z } from 'zod'
import type { BannerForm, OperatorBanner } from '#contract/operator/site-content.ts'
import {
  type BannerRow,
  createBanner,
  deleteHomeMessage,
  getBannerRow as findBanner,
  getHomeMessageSetting,
  isBannerShown,
  listBannerRows,
  lockBanner,
  presentBanner,
  removeBanner,
  setHomeMessage,
  updateBanner,
} from '#server/domains/catalog/site-content/site-content.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'

const present = (row: BannerRow, now: Date): z.input<typeof OperatorBanner> => ({
  ...presentBanner(row),
  position: row.position,
  visible_from: row.visible_from?.toISOString() ?? null,
  visible_to: row.visible_to?.toISOString() ?? null,
  shown: isBannerShown(row, now),
})

export async function listOperatorBanners({ deps }: Context, query: Parameters<typeof listBannerRows>[1]) {
  const { items, total } = await listBannerRows(deps.database.kysely, query)
  return { items: items.map((row) => present(row, deps.clock.now())), total }
}

export const getOperatorBanner = async ({ deps }: Context, id: string) =>
  present(await findBanner(deps.database.kysely, id), deps.clock.now())

export const addBanner = (ctx: Context, form: BannerForm) =>
  ctx.transaction(async (tx) => {
    const now = ctx.deps.clock.now()
    const id = await createBanner(tx.db, form, now)
    ctx.audit({ target_id: id, after: toAuditFacts(form) })
    return present(await findBanner(tx.db, id), now)
  })

export const editBanner = (ctx: Context, id: string, form: BannerForm) =>
  ctx.transaction(async (tx) => {
    const {
      visible_from: visibleFrom,
      visible_to: visibleTo,
      ...row
    } = present(await lockBanner(tx.db, id), ctx.deps.clock.now())
    ctx.audit(diffFacts({ ...row, visible_from: visibleFrom, visible_to: visibleTo }, form))
    await updateBanner(tx.db, id, form)
    return present(await findBanner(tx.db, id), ctx.deps.clock.now())
  })

export const deleteBanner = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    ctx.audit({ target_id: id, before: toAuditFacts(await lockBanner(tx.db, id)) })
    await removeBanner(tx.db, id)
    return null
  })

/** Id under which the audit log records the single home message. */
const messageId = 'home_message'

export const getOperatorHomeMessage = ({ deps }: Context) => getHomeMessageSetting(deps.database.kysely, deps.config)

const changeHomeMessage = (ctx: Context, change: (trx: Parameters<typeof deleteHomeMessage>[0]) => Promise<unknown>) =>
  ctx.transaction(async (tx) => {
    const before = await getHomeMessageSetting(tx.db, ctx.deps.config)
    await change(tx.db)
    const after = await getHomeMessageSetting(tx.db, ctx.deps.config)
    const said = ({ text, set }: typeof before) => ({ text, set })
    ctx.audit({ target_id: messageId, ...diffFacts(said(before), said(after)) })
    return after
  })

/** Sets this text in place of the configured message; an empty text shows none. */
export const editHomeMessage = (ctx: Context, text: string) =>
  changeHomeMessage(ctx, (trx) => setHomeMessage(trx, text, ctx.deps.clock.now()))

export const resetHomeMessage = (ctx: Context) => changeHomeMessage(ctx, deleteHomeMessage)
