import { resultCodes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'

const firstPauseMs = 1000
const longestPauseMs = 30_000

const busyCodes: readonly string[] = [resultCodes.upload_busy.code]
/** Status codes of a conflict: two server nodes or two tabs hold the upload at once, or its offset has moved. */
const temporaryStatuses = [409, 423]

/** Returns whether an error is transient: no network, server restart, rate limit, or a lock held elsewhere. */
function isTemporary(error: unknown): boolean {
  if (!isApiError(error)) return false
  if (error.status === 0 || error.status === 429 || error.status >= 500) return true
  return busyCodes.includes(error.code) || (error.code === '' && temporaryStatuses.includes(error.status))
}

/** Waits for the delay or the browser's `online` event, whichever is first. Rejects with the signal's reason. */
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
  /** Called after a failure that will be retried automatically. */
  onWaiting: (error: unknown) => void
}

/** Retries an operation until it succeeds or fails permanently. `moved` reports that an attempt made progress. */
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
