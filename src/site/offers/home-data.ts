import { createLiveStore } from '#src/site/live/live-store.ts'

/** What the home page knows of the market: one store for the board, the list, the figures, the die and the login's side. */
export const homeDataStore = createLiveStore(async (signal) => {
  const { getHomeData: getHome } = await import('./requests.ts')
  return getHome(signal)
})
