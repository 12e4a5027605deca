const first_ms = 30_000
const longest_ms = 3_600_000

/** Half a minute after the first failure, twice as long after each further one, an hour at most. */
export const pauseAfter = (attempts: number): number => Math.min(longest_ms, first_ms * 2 ** Math.max(0, attempts - 1))
