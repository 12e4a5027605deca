import { resultCodes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'

const firstPauseMs = 1000
const longestPauseMs = 30_000

const busyCodes: readonly string[] = [resultCodes.upload_busy.code]
/** Two nodes of the server, or two tabs, hold it at once; the offset moved meanwhile. */
const temporaryStatuses = [409, 423]

/** It may pass by itself: no line, a server that restarts, too many at once, a lock that is held elsewhere. */
function isTemporary(error: unknown): boolean {
  if (!isApiError(error)) return false
  if (error.status === 0 || error.status === 429 || error.status >= 500) return true
  return busyCodes.includes(error.code) || (error.code === '' && temporaryStatuses.includes(error.status))
}

/** Until the time is over or the browser says that it is online again, whichever is first. Rejects with the signal's reason. */
const waitForRetry = (ms: number, signal: AbortSignal) =>
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

export interface RetryOptions {
  signal: AbortSignal
  /** It failed and will be tried again by itself. */
  onWaiting: (error: unknown) => void
}

/** Does it until it succeeds, or fails in a way that time does not heal. `moved` says that an attempt got somewhere. */
export async function retryUntilDone<T>(
  task: (moved: () => void) => Promise<T>,
  { signal, onWaiting }: RetryOptions,
): Promise<T> {
  let pauseMs = firstPauseMs
  for (;;) {
    try {
      return await task(() => {
        pauseMs = firstPauseMs
      })
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error
      onWaiting(error)
      await waitForRetry(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}
