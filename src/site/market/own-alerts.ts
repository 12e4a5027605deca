import type { StockAlert } from '#contract/stock-alerts.ts'
import { createStore } from '#src/ui/store.ts'

/** The signed-in user's pending alerts; null until they are loaded. */
const alertsStore = createStore<readonly StockAlert[] | null>(null)
const loadRequests = () => import('./alert-requests.ts')

export const ownStockAlerts = {
  get: alertsStore.get,
  subscribe: alertsStore.subscribe,
  first: alertsStore.first,
  /** If the list fails to load, offers show no alert mark; the dialog gives the details. */
  load: async (): Promise<void> => {
    const found = await (await loadRequests()).listWaitingStockAlerts().catch(() => null)
    if (found) alertsStore.set(found)
  },
  add: async (productId: string, gpuNum: number): Promise<void> => {
    const made = await (await loadRequests()).requestStockAlert(productId, gpuNum)
    alertsStore.set([made, ...(alertsStore.get() ?? []).filter(({ id }) => id !== made.id)])
  },
  cancel: async (id: string): Promise<void> => {
    await (await loadRequests()).cancelOwnStockAlert(id)
    alertsStore.set((alertsStore.get() ?? []).filter((alert) => alert.id !== id))
  },
  forget: (): void => alertsStore.set(null),
}
