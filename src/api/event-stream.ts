import { createParser } from 'eventsource-parser'
import { limits } from '#contract/limits.ts'
import { config } from '#src/config.ts'
import { toApiUrl } from './api-host.ts'
import { findCurrentToken, renewAccessToken } from './credentials.ts'

export interface LostConnection {
  /** Time of the last received data, in ms. */
  since: number
  ended: boolean
}

export interface EventStreamOptions {
  path: string
  /** Receives the parsed `data` of each event as a list; an empty list if it cannot be parsed (requirements §4). */
  onMessages: (messages: unknown[], id: string | undefined) => void
  onOpen?: () => void
  /** Called when the connection breaks or cannot be opened: when it was last heard, and whether retries have ended. */
  onLost?: (lost: LostConnection) => void
  /** Resumes after this event of an earlier stream. */
  lastId?: string | undefined
  /** Number of retries; -1 retries forever (requirements §4). Defaults to the build configuration. */
  retries?: number
  retryMs?: number
  heartbeatMs?: number
}

export interface EventStream {
  close: () => void
  /** Treats the connection as broken, as after a silence. Does nothing while no connection is open. */
  cut: () => void
}

const parsed = (data: string): unknown[] => {
  try {
    return [JSON.parse(data)]
  } catch {
    return []
  }
}

/** Cancels the body of an unread response. Not awaited, because the rest may never arrive. */
const drop = (response: Response) => void response.body?.cancel().catch(() => undefined)

/** Waits `ms`; ends early if the stream is closed. */
const pause = (ms: number, closed: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      closed.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    closed.addEventListener('abort', end)
  })

/** Passes on each chunk as it arrives, until the stream ends or `cut` is aborted. */
async function readAll(body: ReadableStream<Uint8Array>, cut: AbortSignal, onChunk: (text: string) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  cut.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onChunk(decoder.decode(chunk.value, { stream: true }))
  }
}

/**
 * Opens a server-sent event stream with an Authorization header, which the browser's EventSource cannot send (requirements §4,
 * §9). Silence longer than the heartbeat counts as a broken connection.
 */
export function openEventStream(options: EventStreamOptions): EventStream {
  const { retries = config.stream_retries, retryMs = limits.streamRetryMs } = options
  const { heartbeatMs = limits.streamHeartbeatMs } = options
  const closed = new AbortController()
  let left = retries
  let { lastId } = options
  let heardAt = Date.now()
  let cut = (): void => undefined

  const request = (access: string | undefined, signal: AbortSignal) =>
    fetch(toApiUrl(options.path), {
      headers: {
        Accept: 'text/event-stream',
        ...(access && { Authorization: `Bearer ${access}` }),
        ...(lastId && { 'Last-Event-ID': lastId }),
      },
      cache: 'no-store',
      signal,
    })

  /** Opens a stream; on a 401, refreshes the session and retries once. */
  const open = async (signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const carried = findCurrentToken()
    let response = await request(carried?.access, signal)
    if (response.status === 401) {
      drop(response)
      response = await request(await renewAccessToken(carried), signal)
    }
    if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) {
      return response.body
    }
    drop(response)
    throw new Error(`stream answered ${response.status}`)
  }

  /** Runs one connection from open to end. Rejects if it cannot be opened or breaks. */
  const connection = async () => {
    const line = new AbortController()
    cut = () => line.abort()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(cut, heartbeatMs)
    }
    closed.signal.addEventListener('abort', cut)
    const alive = () => {
      heardAt = Date.now()
      watch()
    }
    try {
      watch()
      const body = await open(line.signal)
      left = retries // requirements §4: reset the retry count on open
      alive()
      options.onOpen?.()
      const parser = createParser({
        onEvent: ({ id, data }) => {
          if (id !== undefined) lastId = id
          options.onMessages(parsed(data), id)
        },
      })
      await readAll(body, line.signal, (text) => {
        alive()
        if (!closed.signal.aborted) parser.feed(text)
      })
    } finally {
      clearTimeout(watchdog)
      closed.signal.removeEventListener('abort', cut)
      cut()
    }
  }

  const run = async () => {
    while (!closed.signal.aborted) {
      await connection().catch(() => undefined)
      if (closed.signal.aborted || !findCurrentToken()) return
      const ended = retries >= 0 && left-- <= 0
      options.onLost?.({ since: heardAt, ended })
      if (ended) return
      await pause(retryMs, closed.signal)
    }
  }
  void run()
  return { close: () => closed.abort(), cut: () => cut() }
}
