import type { EventEmitter } from 'node:events'

/** Aborts when a connection closes. To be asked for before the first wait: a close that has been is not told again. */
export function createCloseSignal(connection: EventEmitter): AbortSignal {
  const gone = new AbortController()
  connection.once('close', () => gone.abort())
  return gone.signal
}
