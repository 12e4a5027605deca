import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { StockAlert, StockAlertState } from '#contract/stock-alerts.ts'
import type { DB } from '#server/db/types.ts'
import { findProductOffer } from '#server/domains/catalog/products/products.service.ts'
import { stockAlertsRepo } from '#server/domains/rentals/stock-alerts/stock-alerts.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof stockAlertsRepo>['find']>>>

const present = ({ state, created_at: createdAt, ended_at: endedAt, ...row }: Row): z.input<typeof StockAlert> => ({
  id: row.id,
  product_id: row.product_id,
  product_name: row.product_name,
  region_name: row.region_name,
  gpu_num: row.gpu_num,
  state: state as StockAlertState,
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
})

async function loadAlert(db: Kysely<DB>, { caller }: Context, id: string) {
  const row = await stockAlertsRepo(db).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export async function listStockAlerts(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof stockAlertsRepo>['list']>[1],
) {
  const { items, total } = await stockAlertsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(present), total }
}

/** Creates a stock alert; the same request again returns the same alert. Throws if the cards are available now. */
export const createStockAlert = (
  ctx: Context,
  { product_id: productId, gpu_num: gpuNum }: { product_id: string; gpu_num: number },
) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = stockAlertsRepo(tx.db)
    const offer = await findProductOffer(tx.db, productId)
    if (!offer) throw createFieldRefusal('not_found', 'product_id', '产品不存在或已下架')
    if (gpuNum > offer.max_gpu_num)
      throw createFieldRefusal('invalid', 'gpu_num', `这款产品一台实例最多 ${offer.max_gpu_num} 张卡`)
    // Lock, so that two concurrent requests cannot both take the last slot.
    await repo.lockOwner(caller.user_id)
    const waiting = await repo.waitingOf(caller.user_id)
    const same = waiting.find((alert) => alert.product_id === productId && alert.gpu_num === gpuNum)
    if (same) return loadAlert(tx.db, ctx, same.id)
    if (offer.gpu_idles >= gpuNum) throw new Refusal('stock_there', { message: `现在就能租到 ${gpuNum} 张，不需要提醒` })
    if (waiting.length >= limits.stockAlertsMax) throw new Refusal('stock_alert_limit')
    const id = newId('alert')
    await repo.insert({
      id,
      user_id: caller.user_id,
      product_id: productId,
      gpu_num: gpuNum,
      state: 'waiting',
      created_at: deps.clock.now(),
    })
    return loadAlert(tx.db, ctx, id)
  })

export const cancelStockAlert = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    await loadAlert(tx.db, ctx, id)
    if (!(await stockAlertsRepo(tx.db).end(id, 'cancelled', ctx.deps.clock.now()))) throw new Refusal('stock_alert_closed')
    return loadAlert(tx.db, ctx, id)
  })
