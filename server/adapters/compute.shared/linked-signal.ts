import { setMaxListeners } from 'node:events'

/**
 * Runs `work` under a signal that aborts with any of `signals`, and removes its listeners at the end. `AbortSignal.any` would
 * leak a little memory on a long-lived signal with each call.
 */
export async function runWithSignals<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const linked = new AbortController()
  setMaxListeners(0, ...signals) // many concurrent calls are not a leak
  const cut = () => linked.abort()
  for (const signal of signals) {
    if (signal.aborted) cut()
    else signal.addEventListener('abort', cut, { once: true })
  }
  try {
    return await work(linked.signal)
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', cut)
  }
}
