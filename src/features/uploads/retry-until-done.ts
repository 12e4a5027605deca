import { codes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'

const first_pause_ms = 1000
const longest_pause_ms = 30_000

const busy: readonly string[] = [codes.upload_busy.code]
/** Two nodes of the server, or two tabs, hold it at once; the offset moved meanwhile. */
const soon_over = [409, 423]

/** It may pass by itself: no line, a server that restarts, too many at once, a lock that is held elsewhere. */
function mayPass(error: unknown): boolean {
  if (!isApiError(error)) return false
  if (error.status === 0 || error.status === 429 || error.status >= 500) return true
  return busy.includes(error.code) || (error.code === '' && soon_over.includes(error.status))
}

/** Until the time is over or the browser says that it is online again, whichever is first. Rejects with the signal's reason. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const go = end(resolve)
    const stop = end(() => reject(signal.reason))
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
    signal.addEventListener('abort', stop)
  })

export interface Persisting {
  signal: AbortSignal
  /** It failed and will be tried again by itself. */
  onWaiting: (error: unknown) => void
}

/** Does it until it succeeds, or fails in a way that time does not heal. `moved` says that an attempt got somewhere. */
export async function persist<T>(task: (moved: () => void) => Promise<T>, { signal, onWaiting }: Persisting): Promise<T> {
  let pause_ms = first_pause_ms
  for (;;) {
    try {
      return await task(() => {
        pause_ms = first_pause_ms
      })
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      onWaiting(error)
      await pause(pause_ms, signal)
      pause_ms = Math.min(pause_ms * 2, longest_pause_ms)
    }
  }
}
