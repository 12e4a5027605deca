import { createLiveStore } from '#src/site/live/live-store.ts'

/** The home page's market data: one store for the board, the list, the figures, the die and the login's side panel. */
export const homeDataStore = createLiveStore(async (signal) => {
  const { getHomeData } = await import('./requests.ts')
  return getHomeData(signal)
})
