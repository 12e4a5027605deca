import { createStore } from './store.ts'

const dismissedKey = 'home_message.dismissed'
const store = createStore<string | null>(null)

/** The configured home message (requirements §2); null if there is none or the user dismissed this one. */
export const homeMessageStore = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  load: async (): Promise<void> => {
    const { loadHomeMessage } = await import('./header/requests.ts')
    const message = await loadHomeMessage().catch(() => null)
    store.set(message && message !== localStorage.getItem(dismissedKey) ? message : null)
  },
  dismiss: (): void => {
    const message = store.get()
    if (message) localStorage.setItem(dismissedKey, message)
    store.set(null)
  },
}
