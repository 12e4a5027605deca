import type { StreamMessage } from '#contract/stream.ts'
import { endEarlyAnswers } from '#src/api/early-answers.ts'
import type { LostConnection } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { createListenerSet, createStore, type Store } from '#src/ui/store.ts'
import { currentUser } from './current-user.ts'
import type { SharedStream } from './shared-stream.ts'

type Handler = (messages: readonly StreamMessage[]) => void

const handlers = new Set<Handler>()
const lostStore = createStore<LostConnection | null>(null)
const back = createListenerSet()
let shared: SharedStream | null = null
let openUserId: string | null = null

/**
 * Forwards messages as `notice-receive` events (requirements §7); an unreadable message becomes an empty list (requirements
 * §4).
 */
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
  let heard = false
  const hearLine = (lost: LostConnection | null) => {
    const wasLost = lostStore.get() !== null
    lostStore.set(lost)
    if (lost || openUserId !== id) return
    if (wasLost) back.notify()
    // answers from before the code was there are older than the stream
    else if (!heard) void endEarlyAnswers().then((some) => some && openUserId === id && back.notify())
    heard = true
  }
  // loaded only if a user is signed in
  void import('./shared-stream.ts').then(
    ({ openLiveStream, openSharedStream }) => {
      if (isWanted()) shared = openSharedStream(id, openLiveStream, forward, hearLine)
    },
    () => {
      if (isWanted()) lostStore.set({ since: Date.now(), ended: true }) // the module failed to load
    },
  )
}

/** Reconnects a lost connection immediately, for all tabs. */
const reconnect = () => {
  if (shared) return shared.reconnect()
  openUserId = null
  follow()
}

/** Cuts the connection when the browser goes offline; otherwise only the missing heartbeat would reveal it. */
const checkPlatform = async () => {
  if (!(await isPlatformUp())) shared?.cut()
}

/** Server-pushed messages for the signed-in user: notifications and changed rows. */
export const liveStream = {
  subscribe: (handler: Handler): (() => void) => {
    handlers.add(handler)
    return () => {
      handlers.delete(handler)
    }
  },
  /** Time since which the shared connection is down, in all tabs; null while it is up. */
  lost: lostStore as Store<LostConnection | null>,
  reconnect,
  /** Calls the handler whenever displayed data may have changed unheard: a lost connection is restored, or the first one opens late. */
  onBack: back.add,
  /**
   * Opens the stream while user info exists, closes it when cleared, reopens it for another user (requirements §4). Returns a
   * stop function.
   */
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
