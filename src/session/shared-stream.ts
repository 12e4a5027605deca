import { buildPath } from '#contract/endpoint.ts'
import { StreamMessage, streamPath } from '#contract/stream.ts'
import { createIdempotencyKey } from '#src/api/call.ts'
import { type EventStream, type LostConnection, openEventStream } from '#src/api/event-stream.ts'

type OnMessages = (messages: StreamMessage[]) => void
/** null while the line stands. */
type OnLine = (lost: LostConnection | null) => void

export interface LiveStreamOptions {
  /** Gets the position after these messages with them. */
  onMessages: (messages: StreamMessage[], position: string | undefined) => void
  onOpen: () => void
  onLost: (lost: LostConnection) => void
  /** Where to go on; without it, from now. */
  position: string | undefined
}
type StreamOpener = (stream: LiveStreamOptions) => EventStream

export interface SharedStream {
  /** Opens the line at once instead of waiting for the next try. */
  reconnect: () => void
  /** Takes a line that stands for broken, where this tab is the one that listens. */
  cut: () => void
  close: () => void
}

/** Names this tab to the server for as long as it lives. */
const clientId = createIdempotencyKey()

/** This tab's own line to the server. Messages of a kind this build does not know are left out. */
export const openLiveStream = ({ onMessages, onOpen, onLost, position }: LiveStreamOptions): EventStream =>
  openEventStream({
    path: buildPath({ path: streamPath }, { client_id: clientId }),
    lastId: position,
    onOpen,
    onLost,
    onMessages: (messages, id) =>
      onMessages(
        messages.flatMap((message) => StreamMessage.safeParse(message).data ?? []),
        id,
      ),
  })

/** What tabs tell each other. */
type TabMessage =
  | { messages: StreamMessage[]; position: string | undefined }
  | { lost: LostConnection | null }
  | { ask: 'reconnect' | 'line' }

/** Longer than taking a free lock lasts: somebody else held it. */
const waitedMs = 1000

/**
 * One stream for all tabs of a user, since browsers allow six HTTP/1.1 connections a host and a stream holds one. The tab
 * with the lock listens and tells the others, each time with the position; when it closes, the next one goes on from there.
 * A tab that has heard no position has all tabs refetch instead. Whether the line stands is told in the same way, and any tab
 * may ask for it to be opened anew. Without locks (plain http) every tab has its own.
 */
export function openSharedStream(userId: string, open: StreamOpener, onMessages: OnMessages, onLine: OnLine): SharedStream {
  const asked = performance.now()
  let position: string | undefined
  const hear = (told: TabMessage) => {
    if ('messages' in told) {
      position = told.position ?? position
      onMessages(told.messages)
    } else if ('lost' in told) onLine(told.lost)
  }
  const closed = new AbortController()
  const name = `zhisuan:stream:${userId}`
  const channel = navigator.locks ? new BroadcastChannel(name) : null
  const tell = (told: TabMessage) => {
    channel?.postMessage(told)
    hear(told)
  }
  /** Does what another tab asks; set by the tab that listens. */
  let answer: (ask: 'reconnect' | 'line') => void = () => undefined
  /** Not asked of another tab, which sees the same network. */
  let cut = (): void => undefined

  const listen = () =>
    new Promise<void>((release) => {
      let missed = channel !== null && position === undefined && performance.now() - asked > waitedMs
      let lost: LostConnection | null = null
      const line = (now: LostConnection | null) => {
        lost = now
        tell({ lost })
      }
      const connect = () =>
        open({
          position,
          onMessages: (messages, at) => tell({ messages, position: at }),
          onOpen: () => {
            line(null)
            if (missed) tell({ messages: [{ type: 'reset' }], position: undefined })
            missed = false
          },
          // a line opened anew has not been heard of yet: what is shown is as old as it was
          onLost: ({ since, ended }) => line({ since: lost?.since ?? since, ended }),
        })
      let stream = connect()
      answer = (ask) => {
        if (ask === 'line') return channel?.postMessage({ lost } satisfies TabMessage)
        if (!lost) return
        stream.close()
        line({ ...lost, ended: false })
        stream = connect()
      }
      cut = () => {
        if (!lost) stream.cut()
      }
      closed.signal.addEventListener('abort', () => {
        stream.close()
        release()
      })
    })

  if (channel) {
    channel.onmessage = ({ data }) => {
      const told = data as TabMessage
      if ('ask' in told) answer(told.ask)
      else hear(told)
    }
    navigator.locks.request(name, { signal: closed.signal }, listen).catch(() => undefined) // closed before its turn
    channel.postMessage({ ask: 'line' } satisfies TabMessage)
  } else void listen()

  return {
    reconnect: () => {
      answer('reconnect')
      channel?.postMessage({ ask: 'reconnect' } satisfies TabMessage)
    },
    cut: () => cut(),
    close: () => {
      closed.abort()
      channel?.close()
    },
  }
}
