/**
 * How long to wait after failure number `attempt` (from 0): `base`, twice as long each time, `max` at most; in the unit of `base`.
 * With `jitter` it is multiplied by a number drawn between the two, so that those who failed together do not come back together.
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
