import { computeBackoff } from '#server/lib/backoff.ts'

const first_ms = 30_000
const longest_ms = 3_600_000

/** Half a minute after the first failure, twice as long after each further one, an hour at most. */
export const pauseAfter = (attempts: number): number => computeBackoff({ attempt: attempts - 1, base: first_ms, max: longest_ms })
