import { setMaxListeners } from 'node:events'

/**
 * Runs `work` under a signal that aborts with any of `signals`, and lets go of them when it ends. `AbortSignal.any` would
 * leave a little behind on a long-lived signal for each call.
 */
export async function runWithSignals<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const linked = new AbortController()
  setMaxListeners(0, ...signals) // many calls at once are no leak
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
