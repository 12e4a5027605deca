import type { EventEmitter } from 'node:events'

/** Returns a signal that aborts when the connection closes. Call it before the first await: earlier closes are not reported. */
export function createCloseSignal(connection: EventEmitter): AbortSignal {
  const gone = new AbortController()
  connection.once('close', () => gone.abort())
  return gone.signal
}
