/**
 * Computes the delay after failure number `attempt` (from 0): `base`, doubled each time, at most `max`; in the unit of `base`.
 * `jitter` multiplies it by a random factor from that range, so that callers that failed together do not retry together.
 */
export function computeBackoff({
  attempt,
  base,
  max,
  jitter,
}: {
  attempt: number
  base: number
  max: number
  jitter?: readonly [least: number, most: number]
}): number {
  const delay = Math.min(base * 2 ** Math.max(0, attempt), max)
  if (!jitter) return delay
  const [least, most] = jitter
  return delay * (least + (most - least) * Math.random())
}
