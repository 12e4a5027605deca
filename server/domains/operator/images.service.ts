import type { z } from 'zod'
import type { operator_images } from '#contract/operator/images.ts'
import type { Vendor } from '#contract/products.ts'
import { createImage, lockBaseImage, setOnOffer, updateImage } from '#server/domains/catalog/products/catalogue.service.ts'
import { changedFacts, factsOf } from '#server/domains/operator/facts.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type NewImage = z.output<(typeof operator_images)['create']['body']>
type Changes = z.output<(typeof operator_images)['update']['body']>

const present = <Row extends { vendor: string }>(row: Row) => ({ ...row, vendor: row.vendor as z.infer<typeof Vendor> })

async function show(db: Parameters<typeof stockRepo>[0], id: string) {
  const row = await stockRepo(db).image(id)
  if (!row) throw new Refusal('not_found')
  return present({ ...row, created_at: undefined })
}

export async function listImages({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['images']>[0]) {
  const { items, total } = await stockRepo(deps.database.kysely).images(query)
  return { items: items.map(present), total }
}

export const getImage = ({ deps }: Context, id: string) => show(deps.database.kysely, id)

export const addImage = (ctx: Context, form: NewImage) =>
  ctx.transaction(async (tx) => {
    const id = await createImage(tx.db, form)
    ctx.audit({ target_id: id, after: factsOf(form) })
    return show(tx.db, id)
  })

export const editImage = (ctx: Context, id: string, form: Changes) =>
  ctx.transaction(async (tx) => {
    ctx.audit(changedFacts(await lockBaseImage(tx.db, id), form))
    await updateImage(tx.db, id, form)
    return show(tx.db, id)
  })

export const offerImage = (ctx: Context, id: string, on_offer: boolean) =>
  ctx.transaction(async (tx) => {
    const image = await lockBaseImage(tx.db, id)
    await setOnOffer(tx.db, image, on_offer)
    ctx.audit(changedFacts({ on_offer: image.on_offer }, { on_offer }))
    return show(tx.db, id)
  })
