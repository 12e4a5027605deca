import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import { removeLostCard, restoreCard } from '#server/domains/rentals/capacity/card-health.service.ts'
import type { Context } from '#server/http/context.ts'

export async function listGpus({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['gpus']>[0]) {
  const { items, total } = await stockRepo(deps.database.kysely).gpus(query)
  const rows = items.map(({ uuid, model, health_since: healthSince, held_at: heldAt, ...row }) => ({
    ...row,
    id: uuid,
    gpu_model: model,
    health_since: healthSince?.toISOString() ?? null,
    held_at: heldAt?.toISOString() ?? null,
  }))
  return { items: rows, total }
}

export const restoreCardAsOperator = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const held = await restoreCard(tx, id)
    ctx.audit({ before: { out_of_sale: 'true', fault: held }, after: { out_of_sale: 'false', reason } })
    return null
  })

export const removeCardAsOperator = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const held = await removeLostCard(tx, id)
    ctx.audit({ before: { out_of_sale: 'true', fault: held }, after: { removed: 'true', reason } })
    return null
  })
