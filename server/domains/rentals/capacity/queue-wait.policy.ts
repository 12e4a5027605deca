import type { HostStock, Release, Waiter } from '#server/domains/rentals/capacity/queue.repo.ts'

/** Fewer than this many moments of release in the last days say nothing. */
const releases_least = 5

const median = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const ascending = (values: number[]) => values.sort((a, b) => a - b)

/** Seconds until `cards` have come free at the usual pace: median gap × median size; undefined with too little history. */
export function paceOf(releases: readonly Release[], cards: number): number | undefined {
  const by_moment = new Map<number, number>()
  for (const { at, cards: freed } of releases) by_moment.set(at.getTime(), (by_moment.get(at.getTime()) ?? 0) + freed)
  if (by_moment.size < releases_least) return undefined
  const moments = ascending([...by_moment.keys()])
  const gap_ms = median(ascending(moments.slice(1).map((at, index) => at - moments[index]!)))
  const at_once = median(ascending([...by_moment.values()]))
  return Math.round((Math.ceil(cards / at_once) * gap_ms) / 1000)
}

export interface Standing {
  /** How many joined before. */
  ahead: number
  gpus_ahead: number
  /** Seconds. */
  expected_wait: number | null
}

interface Queue {
  line: readonly Waiter[]
  stock: readonly HostStock[]
  releases: readonly Release[]
}

/**
 * Where somebody stands who needs `gpu_num` cards on one of `hosts`, behind the first `ahead` of the line. Those who are passed
 * over, or wait for other hosts, delay nobody.
 */
export function standingOf({ line, stock, releases }: Queue, wanted: Pick<Waiter, 'gpu_num' | 'hosts'>, ahead: number): Standing {
  const hosts = new Set(wanted.hosts)
  const before = line.slice(0, ahead)
  const rivals = before.filter((other) => !other.held && other.hosts.some((host) => hosts.has(host)))
  const needed = wanted.gpu_num + rivals.reduce((sum, rival) => sum + rival.gpu_num, 0)
  const free = stock.filter(({ host_id }) => hosts.has(host_id)).reduce((sum, host) => sum + host.free, 0)
  const own_releases = releases.filter(({ host_id }) => hosts.has(host_id))
  return {
    ahead,
    gpus_ahead: before.reduce((sum, other) => sum + other.gpu_num, 0),
    expected_wait: paceOf(own_releases, Math.max(1, needed - free)) ?? null,
  }
}
