import type { StreamMessage } from '#contract/stream.ts'
import type { LostConnection } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { createStore, type Store } from '#src/ui/store.ts'
import { currentUser } from './current-user.ts'
import type { SharedStream } from './shared-stream.ts'

type Handler = (messages: readonly StreamMessage[]) => void

const handlers = new Set<Handler>()
const lostStore = createStore<LostConnection | null>(null)
let shared: SharedStream | null = null
let openUserId: string | null = null

/** Messages are forwarded as `notice-receive` events (requirements §7); a message that cannot be read is an empty list (requirements §4). */
const forward = (messages: StreamMessage[]) => {
  const heard = messages.filter((message) => message.type !== 'keepalive') // requirements §3
  if (messages.length && !heard.length) return
  window.dispatchEvent(new CustomEvent('notice-receive', { detail: heard }))
  for (const handler of [...handlers]) handler(heard)
}

const close = () => {
  shared?.close()
  shared = null
  openUserId = null
  lostStore.set(null)
}

const follow = () => {
  const id = currentUser.get()?.id ?? null
  if (id === openUserId) return
  close()
  openUserId = id
  if (!id) return
  const isWanted = () => openUserId === id && !shared
  // loaded only when there is somebody to push to
  void import('./shared-stream.ts').then(
    ({ openLiveStream, openSharedStream }) => {
      if (isWanted()) shared = openSharedStream(id, openLiveStream, forward, lostStore.set)
    },
    () => {
      if (isWanted()) lostStore.set({ since: Date.now(), ended: true }) // its code did not come
    },
  )
}

/** Opens a lost line at once, for all tabs. */
const reconnect = () => {
  if (shared) return shared.reconnect()
  openUserId = null
  follow()
}

/** The browser has no network any more, as far as it knows: a line that went silent would be found out by its heartbeat only. */
const checkPlatform = async () => {
  if (!(await isPlatformUp())) shared?.cut()
}

/** What the server pushes to the signed-in user: notifications and changed rows. */
export const liveStream = {
  subscribe: (handler: Handler): (() => void) => {
    handlers.add(handler)
    return () => {
      handlers.delete(handler)
    }
  },
  /** Since when the line is down, in every tab that shares it; null while it stands. */
  lost: lostStore as Store<LostConnection | null>,
  reconnect,
  /** Calls back whenever a line that was lost stands again: what is shown may have changed meanwhile. */
  onBack: (handler: () => void): (() => void) => {
    let wasLost = lostStore.get() !== null
    return lostStore.subscribe(() => {
      const isLost = lostStore.get() !== null
      if (wasLost && !isLost && openUserId) handler()
      wasLost = isLost
    })
  },
  /** Opens while there is user info, closes when it clears, opens anew for another user (requirements §4). Returns stop. */
  start: (): (() => void) => {
    const stops = [currentUser.subscribe(follow), close]
    const back = () => {
      if (lostStore.get()) reconnect()
    }
    window.addEventListener('online', back)
    window.addEventListener('offline', checkPlatform)
    follow()
    return () => {
      window.removeEventListener('online', back)
      window.removeEventListener('offline', checkPlatform)
      for (const stop of stops) stop()
    }
  },
}
