import { computeBackoff } from '#server/lib/backoff.ts'

const firstMs = 30_000
const longestMs = 3_600_000

/** Returns the pause before a retry: 30 seconds after the first failure, doubling each time, at most one hour. */
export const computeInvoiceRetryPause = (attempts: number): number =>
  computeBackoff({ attempt: attempts - 1, base: firstMs, max: longestMs })
