import type { StockAlert } from '#contract/stock-alerts.ts'
import { createStore } from '#src/ui/store.ts'

/** Alerts of the signed-in person that still wait; null until they are known. */
const store = createStore<readonly StockAlert[] | null>(null)
const requests = () => import('./alert-requests.ts')

export const own_alerts = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  /** A list that cannot be had leaves the offers without their mark; the dialog says more. */
  load: async (): Promise<void> => {
    const found = await (await requests()).getWaitingAlerts().catch(() => null)
    if (found) store.set(found)
  },
  add: async (product_id: string, gpu_num: number): Promise<void> => {
    const made = await (await requests()).createAlert(product_id, gpu_num)
    store.set([made, ...(store.get() ?? []).filter(({ id }) => id !== made.id)])
  },
  cancel: async (id: string): Promise<void> => {
    await (await requests()).cancelAlert(id)
    store.set((store.get() ?? []).filter((alert) => alert.id !== id))
  },
  forget: (): void => store.set(null),
}
