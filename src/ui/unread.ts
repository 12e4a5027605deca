import { session } from '#src/session/session.ts'
import { createStore } from '#src/ui/store.ts'

const store = createStore(0)

/** How many notifications are unread. The bell reads it; whoever hears of a change asks for a refresh. */
export const unreadCount = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  /** What has been done here and not yet been counted by the server. */
  add: (change: number): void => store.set(Math.max(0, store.get() + change)),
  refresh: async (): Promise<void> => {
    const asker = session.token()?.userId
    if (!asker) return store.set(0)
    const { getUnreadCount } = await import('./header/requests.ts')
    const count = await getUnreadCount().catch(() => null) // an old number is better than none
    if (count !== null && session.token()?.userId === asker) store.set(count)
  },
}

session.subscribe(() => {
  if (!session.token()) store.set(0)
})
