import { computeBackoff } from '#server/lib/backoff.ts'

const firstMs = 30_000
const longestMs = 3_600_000

/** Half a minute after the first failure, twice as long after each further one, an hour at most. */
export const computeInvoiceRetryPause = (attempts: number): number =>
  computeBackoff({ attempt: attempts - 1, base: firstMs, max: longestMs })
