import type { StreamMessage } from '#contract/stream.ts'

type OnMessages = (messages: StreamMessage[]) => void

export interface OpenStream {
  /** Gets the position after these messages with them. */
  onMessages: (messages: StreamMessage[], position: string | undefined) => void
  onOpen: () => void
  /** Where to go on; without it, from now. */
  position: string | undefined
}
type Open = (stream: OpenStream) => () => void

/** What tabs tell each other. */
interface Told {
  messages: StreamMessage[]
  position: string | undefined
}

/** Longer than taking a free lock lasts: somebody else held it. */
const waited_ms = 1000

/**
 * One stream for all tabs of a user, since browsers allow six HTTP/1.1 connections a host and a stream holds one. The tab
 * with the lock listens and tells the others, each time with the position; when it closes, the next one goes on from there.
 * A tab that has heard no position has all tabs refetch instead. Without locks (plain http) every tab has its own.
 */
export function openSharedStream(user_id: string, open: Open, onMessages: OnMessages): () => void {
  if (!navigator.locks) return open({ onMessages, onOpen: () => undefined, position: undefined })
  const name = `zhisuan:stream:${user_id}`
  const channel = new BroadcastChannel(name)
  const closed = new AbortController()
  const asked = performance.now()
  let position: string | undefined
  const hear = (told: Told) => {
    position = told.position ?? position
    onMessages(told.messages)
  }
  const tell = (told: Told) => {
    channel.postMessage(told)
    hear(told)
  }
  channel.onmessage = ({ data }) => hear(data as Told)

  const listen = () =>
    new Promise<void>((release) => {
      let missed = position === undefined && performance.now() - asked > waited_ms
      const close = open({
        position,
        onMessages: (messages, at) => tell({ messages, position: at }),
        onOpen: () => {
          if (missed) tell({ messages: [{ type: 'reset' }], position: undefined })
          missed = false
        },
      })
      closed.signal.addEventListener('abort', () => {
        close()
        release()
      })
    })
  navigator.locks.request(name, { signal: closed.signal }, listen).catch(() => undefined) // closed before its turn
  return () => {
    closed.abort()
    channel.close()
  }
}
