import type { z } from 'zod'
import type { DataOf } from '#contract/endpoint.ts'
import type { products, Region } from '#contract/products.ts'
import { createStore } from '#src/ui/store.ts'

interface Choices {
  regions: z.infer<typeof Region>[]
  models: DataOf<typeof products.models>
}

const store = createStore<Choices>({ regions: [], models: [] })

/** Regions and models to filter by; a filter whose choices could not be loaded is not offered. */
export const choices = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: async (): Promise<void> => {
    const { getChoices } = await import('#src/site/offers/requests.ts')
    const loaded = await getChoices().catch(() => null)
    if (loaded) store.set(loaded)
  },
}
