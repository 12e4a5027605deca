import type { StreamMessage } from '#contract/stream.ts'
import { current_user } from './current-user.ts'
import { openSharedStream } from './shared-stream.ts'

type Handler = (messages: readonly StreamMessage[]) => void

const handlers = new Set<Handler>()
let close: (() => void) | null = null
let open_for: string | null = null

/** Messages are forwarded as `notice-receive` events (spec §7); a message that cannot be read is an empty list (spec §4). */
const forward = (messages: StreamMessage[]) => {
  const heard = messages.filter((message) => message.type !== 'keepalive') // spec §3
  if (messages.length && !heard.length) return
  window.dispatchEvent(new CustomEvent('notice-receive', { detail: heard }))
  for (const handler of [...handlers]) handler(heard)
}

const follow = () => {
  const id = current_user.get()?.id ?? null
  if (id === open_for) return
  open_for = id
  close?.()
  close = null
  if (!id) return
  void import('./open-live-stream.ts').then(({ openLiveStream }) => {
    if (open_for === id) close = openSharedStream(id, openLiveStream, forward)
  })
}

/** What the server pushes to the signed-in user: notifications and changed rows. */
export const live_stream = {
  subscribe: (handler: Handler): (() => void) => {
    handlers.add(handler)
    return () => {
      handlers.delete(handler)
    }
  },
  /** Opens while there is user info, closes when it clears, opens anew for another user (spec §4). Returns stop. */
  start: (): (() => void) => {
    const unfollow = current_user.subscribe(follow)
    follow()
    return () => {
      unfollow()
      close?.()
      close = null
      open_for = null
    }
  },
}
