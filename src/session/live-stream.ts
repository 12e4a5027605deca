import type { StreamMessage } from '#contract/stream.ts'
import type { LostLine } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { createStore, type Store } from '#src/ui/store.ts'
import { current_user } from './current-user.ts'
import type { SharedStream } from './shared-stream.ts'

type Handler = (messages: readonly StreamMessage[]) => void

const handlers = new Set<Handler>()
const lost = createStore<LostLine | null>(null)
let shared: SharedStream | null = null
let open_for: string | null = null

/** Messages are forwarded as `notice-receive` events (spec §7); a message that cannot be read is an empty list (spec §4). */
const forward = (messages: StreamMessage[]) => {
  const heard = messages.filter((message) => message.type !== 'keepalive') // spec §3
  if (messages.length && !heard.length) return
  window.dispatchEvent(new CustomEvent('notice-receive', { detail: heard }))
  for (const handler of [...handlers]) handler(heard)
}

const close = () => {
  shared?.close()
  shared = null
  open_for = null
  lost.set(null)
}

const follow = () => {
  const id = current_user.get()?.id ?? null
  if (id === open_for) return
  close()
  open_for = id
  if (!id) return
  const isWanted = () => open_for === id && !shared
  // loaded only when there is somebody to push to
  void import('./shared-stream.ts').then(
    ({ openLiveStream, openSharedStream }) => {
      if (isWanted()) shared = openSharedStream(id, openLiveStream, forward, lost.set)
    },
    () => {
      if (isWanted()) lost.set({ since: Date.now(), ended: true }) // its code did not come
    },
  )
}

/** Opens a lost line at once, for all tabs. */
const reconnect = () => {
  if (shared) return shared.reconnect()
  open_for = null
  follow()
}

/** The browser has no network any more, as far as it knows: a line that went silent would be found out by its heartbeat only. */
const doubt = async () => {
  if (!(await isPlatformUp())) shared?.cut()
}

/** What the server pushes to the signed-in user: notifications and changed rows. */
export const live_stream = {
  subscribe: (handler: Handler): (() => void) => {
    handlers.add(handler)
    return () => {
      handlers.delete(handler)
    }
  },
  /** Since when the line is down, in every tab that shares it; null while it stands. */
  lost: lost as Store<LostLine | null>,
  reconnect,
  /** Calls back whenever a line that was lost stands again: what is shown may have changed meanwhile. */
  onBack: (handler: () => void): (() => void) => {
    let was_lost = lost.get() !== null
    return lost.subscribe(() => {
      const is_lost = lost.get() !== null
      if (was_lost && !is_lost && open_for) handler()
      was_lost = is_lost
    })
  },
  /** Opens while there is user info, closes when it clears, opens anew for another user (spec §4). Returns stop. */
  start: (): (() => void) => {
    const stops = [current_user.subscribe(follow), close]
    const back = () => {
      if (lost.get()) reconnect()
    }
    window.addEventListener('online', back)
    window.addEventListener('offline', doubt)
    follow()
    return () => {
      window.removeEventListener('online', back)
      window.removeEventListener('offline', doubt)
      for (const stop of stops) stop()
    }
  },
}
