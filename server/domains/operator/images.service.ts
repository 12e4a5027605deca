import type { z } from 'zod'
import type { operatorImages } from '#contract/operator/images.ts'
import type { Vendor } from '#contract/products.ts'
import {
  createBaseImage,
  lockBaseImage,
  setBaseImageOnOffer,
  updateBaseImage,
} from '#server/domains/catalog/products/catalogue.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type NewImage = z.output<(typeof operatorImages)['create']['body']>
type Changes = z.output<(typeof operatorImages)['update']['body']>

const present = <Row extends { vendor: string }>(row: Row) => ({ ...row, vendor: row.vendor as z.infer<typeof Vendor> })

async function loadImage(db: Parameters<typeof stockRepo>[0], id: string) {
  const row = await stockRepo(db).image(id)
  if (!row) throw new Refusal('not_found')
  return present({ ...row, created_at: undefined })
}

export async function listBaseImages({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['images']>[0]) {
  const { items, total } = await stockRepo(deps.database.kysely).images(query)
  return { items: items.map(present), total }
}

export const getBaseImage = ({ deps }: Context, id: string) => loadImage(deps.database.kysely, id)

export const addBaseImage = (ctx: Context, form: NewImage) =>
  ctx.transaction(async (tx) => {
    const id = await createBaseImage(tx.db, form)
    ctx.audit({ target_id: id, after: toAuditFacts(form) })
    return loadImage(tx.db, id)
  })

export const editBaseImage = (ctx: Context, id: string, form: Changes) =>
  ctx.transaction(async (tx) => {
    ctx.audit(diffFacts(await lockBaseImage(tx.db, id), form))
    await updateBaseImage(tx.db, id, form)
    return loadImage(tx.db, id)
  })

export const setBaseImageOnOfferAsOperator = (ctx: Context, id: string, onOffer: boolean) =>
  ctx.transaction(async (tx) => {
    const image = await lockBaseImage(tx.db, id)
    await setBaseImageOnOffer(tx.db, image, onOffer)
    ctx.audit(diffFacts({ on_offer: image.on_offer }, { on_offer: onOffer }))
    return loadImage(tx.db, id)
  })
