import { liveStore } from '#src/site/live/live-store.ts'

/** What the home page knows of the market: one store for the board, the list, the figures, the die and the login's side. */
export const home_data = liveStore(async (signal) => {
  const { getHome } = await import('./requests.ts')
  return getHome(signal)
})
