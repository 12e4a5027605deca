import { buildPath } from '#contract/endpoint.ts'
import { StreamMessage, streamPath } from '#contract/stream.ts'
import { createIdempotencyKey } from '#src/api/call.ts'
import { type EventStream, type LostConnection, openEventStream } from '#src/api/event-stream.ts'

type OnMessages = (messages: StreamMessage[]) => void
/** Receives the state of the connection; null while it is up. */
type OnLine = (lost: LostConnection | null) => void

export interface LiveStreamOptions {
  /** Receives messages and the stream position after them. */
  onMessages: (messages: StreamMessage[], position: string | undefined) => void
  onOpen: () => void
  onLost: (lost: LostConnection) => void
  /** Position to resume from; if undefined, starts from now. */
  position: string | undefined
}
type StreamOpener = (stream: LiveStreamOptions) => EventStream

export interface SharedStream {
  /** Reconnects immediately instead of waiting for the next retry. */
  reconnect: () => void
  /** Treats an open connection as broken if this tab is the listening one. */
  cut: () => void
  close: () => void
}

/** Identifies this tab to the server for its lifetime. */
const clientId = createIdempotencyKey()

/** Opens this tab's own stream to the server. Drops messages of types unknown to this build. */
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

/** Messages between tabs. */
type TabMessage =
  | { messages: StreamMessage[]; position: string | undefined }
  | { lost: LostConnection | null }
  | { ask: 'reconnect' | 'line' }

/** Longer than acquiring a free lock takes: another tab held the lock. */
const waitedMs = 1000

/**
 * Opens one stream for all tabs of a user, because browsers allow six HTTP/1.1 connections per host and a stream holds one. The
 * tab that holds the lock listens and broadcasts messages with the stream position; when it closes, the next tab resumes from
 * there. A tab that takes over without a position makes all tabs refetch. The connection state is broadcast as well, and any
 * tab may request a reconnect. Without locks (plain http) each tab opens its own stream.
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
  // a closed channel throws
  const post = (told: TabMessage) => void (closed.signal.aborted || channel?.postMessage(told))
  const tell = (told: TabMessage) => {
    if (closed.signal.aborted) return // was still on its way
    post(told)
    hear(told)
  }
  /** Answers requests of other tabs; set by the listening tab. */
  let answer: (ask: 'reconnect' | 'line') => void = () => undefined
  /** Cuts the connection of this tab; not broadcast, because other tabs see the same network. */
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
          // a reconnected stream has received nothing yet, so the displayed data is as old as before
          onLost: ({ since, ended }) => line({ since: lost?.since ?? since, ended }),
        })
      let stream = connect()
      answer = (ask) => {
        if (ask === 'line') return post({ lost })
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
    navigator.locks.request(name, { signal: closed.signal }, listen).catch(() => undefined) // closed before the lock was acquired
    post({ ask: 'line' })
  } else void listen()

  return {
    reconnect: () => {
      if (closed.signal.aborted) return
      answer('reconnect')
      post({ ask: 'reconnect' })
    },
    cut: () => cut(),
    close: () => {
      closed.abort()
      channel?.close()
    },
  }
}
