import type { z } from 'zod'
import type { EndpointData } from '#contract/endpoint.ts'
import type { products, Region } from '#contract/products.ts'
import { createStore } from '#src/ui/store.ts'

interface MarketChoices {
  regions: z.infer<typeof Region>[]
  models: EndpointData<typeof products.models>
}

const choicesStore = createStore<MarketChoices>({ regions: [], models: [] })

/** Regions and models to filter by; a filter whose choices could not be loaded is not offered. */
export const marketChoices = {
  get: choicesStore.get,
  subscribe: choicesStore.subscribe,
  first: choicesStore.first,
  load: async (): Promise<void> => {
    const { getMarketChoices: getChoices } = await import('#src/site/offers/requests.ts')
    const loaded = await getChoices().catch(() => null)
    if (loaded) choicesStore.set(loaded)
  },
}
