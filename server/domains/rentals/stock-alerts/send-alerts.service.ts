import type { Deps } from '#server/deps.ts'
import { findProductOffer } from '#server/domains/catalog/products/products.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { stockAlertsRepo } from '#server/domains/rentals/stock-alerts/stock-alerts.repo.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

/** Notifies all users whose alert can be met now. Cards reserved for the queue count as taken, so they trigger no alert. */
export async function sendStockAlerts(deps: Deps): Promise<void> {
  const products = await stockAlertsRepo(deps.database.kysely).waitingProducts()
  await forEachIsolated(products, deps, 'sending stock alerts', (productId) => sendProductAlerts(deps, productId))
}

/** Ends each alert in the transaction that stores its notification, so that it is sent exactly once even if a worker dies. */
async function sendProductAlerts(deps: Deps, productId: string): Promise<void> {
  const offer = await findProductOffer(deps.database.kysely, productId)
  if (!offer || offer.gpu_idles <= 0) return
  const due = await stockAlertsRepo(deps.database.kysely).waitingFor(productId, offer.gpu_idles)
  await forEachIsolated(due, deps, 'sending a stock alert', ({ id, user_id: userId, gpu_num: gpuNum }) =>
    inTransaction(deps, async (tx) => {
      if (!(await stockAlertsRepo(tx.db).end(id, 'sent', deps.clock.now()))) return
      await notifyUser(tx, {
        user_id: userId,
        class: 'system',
        title: `${offer.name} 到货`,
        content: `${offer.region_name}现在一台实例能租到 ${offer.gpu_idles} 张，你等的是 ${gpuNum} 张。没有为你占位，先下单先得。`,
        link: `/create-instance?product_id=${productId}&gpu_num=${gpuNum}`,
      })
    }),
  )
}
