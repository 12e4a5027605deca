import { createStore } from '#src/ui/store.ts'

const dismissed_key = 'home_message.dismissed'
const store = createStore<string | null>(null)

/** The configured home message (spec §2), null when there is none or this very message was dismissed. */
export const home_message = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: async (): Promise<void> => {
    const { getHomeMessage } = await import('./header/requests.ts')
    const message = await getHomeMessage().catch(() => null)
    store.set(message && message !== localStorage.getItem(dismissed_key) ? message : null)
  },
  dismiss: (): void => {
    const message = store.get()
    if (message) localStorage.setItem(dismissed_key, message)
    store.set(null)
  },
}
