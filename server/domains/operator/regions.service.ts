import type { z } from 'zod'
import type { operatorRegions } from '#contract/operator/regions.ts'
import { createRegion, lockRegion, updateRegion } from '#server/domains/catalog/products/catalogue.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type NewRegion = z.output<(typeof operatorRegions)['create']['body']>
type Changes = z.output<(typeof operatorRegions)['update']['body']>

async function loadRegion(db: Parameters<typeof stockRepo>[0], id: string) {
  const row = await stockRepo(db).region(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const listOperatorRegions = ({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['regions']>[0]) =>
  stockRepo(deps.database.kysely).regions(query)

export const getRegion = ({ deps }: Context, id: string) => loadRegion(deps.database.kysely, id)

export const addRegion = (ctx: Context, form: NewRegion) =>
  ctx.transaction(async (tx) => {
    await createRegion(tx.db, form)
    ctx.audit({ target_id: form.id, after: toAuditFacts(form) })
    return loadRegion(tx.db, form.id)
  })

export const editRegion = (ctx: Context, id: string, form: Changes) =>
  ctx.transaction(async (tx) => {
    ctx.audit(diffFacts(await lockRegion(tx.db, id), form))
    await updateRegion(tx, id, form)
    return loadRegion(tx.db, id)
  })
