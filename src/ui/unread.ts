import { session } from '#src/session/session.ts'
import { createStore } from './store.ts'

const store = createStore(0)

/** Number of unread notifications, shown by the bell; code that learns of a change calls `refresh`. */
export const unreadCount = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  /** Applies a local change that the server has not counted yet. */
  add: (change: number): void => store.set(Math.max(0, store.get() + change)),
  refresh: async (): Promise<void> => {
    const asker = session.token()?.userId
    if (!asker) return store.set(0)
    const { getUnreadCount } = await import('./header/requests.ts')
    const count = await getUnreadCount().catch(() => null) // on failure keep the old count
    if (count !== null && session.token()?.userId === asker) store.set(count)
  },
}

session.subscribe(() => {
  if (!session.token()) store.set(0)
})
