import type { Activity } from '#contract/activities.ts'
import type { Banner } from '#contract/banners.ts'
import { createStore, type Store } from '#src/ui/store.ts'

export interface Promotions {
  activities: Activity[]
  banners: Banner[]
}

const promotionsStore = createStore<Promotions>({ activities: [], banners: [] })

/** The current activities and banners. Errors are ignored, as the page works without them. */
export const promotions: Store<Promotions> & { load: (signal: AbortSignal) => Promise<void> } = {
  get: promotionsStore.get,
  subscribe: promotionsStore.subscribe,
  first: promotionsStore.first,
  load: async (signal) => {
    const { getPromotions } = await import('./requests.ts')
    const found = await getPromotions(signal).catch(() => null)
    if (found) promotionsStore.set(found)
  },
}
