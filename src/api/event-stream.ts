import { createParser } from 'eventsource-parser'
import { limits } from '#contract/limits.ts'
import { config } from '#src/config.ts'
import { apiUrl } from './api-host.ts'
import { presentToken, renewedAccess } from './credentials.ts'

export interface LostLine {
  /** ms */
  since: number
  ended: boolean
}

export interface EventStreamOptions {
  path: string
  /** Gets the parsed `data` of each event as a list; an empty list when it cannot be parsed (spec §4). */
  onMessages: (messages: unknown[], id: string | undefined) => void
  onOpen?: () => void
  /** The line broke or was not to be had: when it was last heard of, and whether nothing more is tried. */
  onLost?: (lost: LostLine) => void
  /** Goes on after this event of an earlier stream. */
  last_id?: string | undefined
  /** -1 retries for ever (spec §4); by default as this build is configured. */
  retries?: number
  retry_ms?: number
  heartbeat_ms?: number
}

export interface EventStream {
  close: () => void
  /** Takes the connection for broken, as silence does. Between two connections it does nothing. */
  cut: () => void
}

const parsed = (data: string): unknown[] => {
  try {
    return [JSON.parse(data)]
  } catch {
    return []
  }
}

/** Lets go of an answer that is not read. Not awaited: the rest of it may never come. */
const drop = (response: Response) => void response.body?.cancel().catch(() => undefined)

/** Waits, unless the stream is closed first. */
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

/** Hands over each chunk as it comes, until the stream ends or `cut` is aborted. */
async function readAll(body: ReadableStream<Uint8Array>, cut: AbortSignal, onChunk: (text: string) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  cut.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onChunk(decoder.decode(chunk.value, { stream: true }))
  }
}

/**
 * Server-sent events with an Authorization header, which the browser's own EventSource cannot send (spec §4, §9).
 * Silence longer than the heartbeat counts as a broken line.
 */
export function openEventStream(options: EventStreamOptions): EventStream {
  const { retries = config.stream_retries, retry_ms = limits.stream_retry_ms } = options
  const { heartbeat_ms = limits.stream_heartbeat_ms } = options
  const closed = new AbortController()
  let left = retries
  let { last_id } = options
  let heard_at = Date.now()
  let cut = (): void => undefined

  const request = (access: string | undefined, signal: AbortSignal) =>
    fetch(apiUrl(options.path), {
      headers: {
        Accept: 'text/event-stream',
        ...(access && { Authorization: `Bearer ${access}` }),
        ...(last_id && { 'Last-Event-ID': last_id }),
      },
      cache: 'no-store',
      signal,
    })

  /** An open stream; a 401 refreshes the session and asks once more. */
  const open = async (signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const carried = presentToken()
    let response = await request(carried?.access, signal)
    if (response.status === 401) {
      drop(response)
      response = await request(await renewedAccess(carried), signal)
    }
    if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) {
      return response.body
    }
    drop(response)
    throw new Error(`stream answered ${response.status}`)
  }

  /** One connection, from open to end. Rejects when it could not be opened or broke. */
  const connection = async () => {
    const line = new AbortController()
    cut = () => line.abort()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(cut, heartbeat_ms)
    }
    closed.signal.addEventListener('abort', cut)
    const alive = () => {
      heard_at = Date.now()
      watch()
    }
    try {
      watch()
      const body = await open(line.signal)
      left = retries // spec §4: the count starts again on open
      alive()
      options.onOpen?.()
      const parser = createParser({
        onEvent: ({ id, data }) => {
          if (id !== undefined) last_id = id
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
      if (closed.signal.aborted || !presentToken()) return
      const ended = retries >= 0 && left-- <= 0
      options.onLost?.({ since: heard_at, ended })
      if (ended) return
      await pause(retry_ms, closed.signal)
    }
  }
  void run()
  return { close: () => closed.abort(), cut: () => cut() }
}
