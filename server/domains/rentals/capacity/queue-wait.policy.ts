import type { CardRelease, HostStock, WaitingEntry } from '#server/domains/rentals/capacity/queue.repo.ts'

/** Fewer release times than this in the last days are not significant. */
const minReleases = 5

const median = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const ascending = (values: number[]) => values.sort((a, b) => a - b)

/**
 * Returns the seconds until `cards` become free at the usual pace: median gap × median size; undefined with too little history.
 */
export function computeReleaseWait(releases: readonly CardRelease[], cards: number): number | undefined {
  const byMoment = new Map<number, number>()
  for (const { at, cards: freed } of releases) byMoment.set(at.getTime(), (byMoment.get(at.getTime()) ?? 0) + freed)
  if (byMoment.size < minReleases) return undefined
  const moments = ascending([...byMoment.keys()])
  const gapMs = median(ascending(moments.slice(1).map((at, index) => at - moments[index]!)))
  const atOnce = median(ascending([...byMoment.values()]))
  return Math.round((Math.ceil(cards / atOnce) * gapMs) / 1000)
}

export interface QueueStanding {
  /** Number of entries ahead. */
  ahead: number
  gpus_ahead: number
  /** Seconds. */
  expected_wait: number | null
}

interface QueueSnapshot {
  line: readonly WaitingEntry[]
  stock: readonly HostStock[]
  releases: readonly CardRelease[]
}

/**
 * Computes the standing of a request for `gpu_num` cards on one of `hosts`, behind the first `ahead` entries. Held entries, and
 * entries for other hosts, do not add to the wait.
 */
export function computeQueueStanding(
  { line, stock, releases }: QueueSnapshot,
  wanted: Pick<WaitingEntry, 'gpu_num' | 'hosts'>,
  ahead: number,
): QueueStanding {
  const hosts = new Set(wanted.hosts)
  const before = line.slice(0, ahead)
  const rivals = before.filter((other) => !other.held && other.hosts.some((host) => hosts.has(host)))
  const needed = wanted.gpu_num + rivals.reduce((sum, rival) => sum + rival.gpu_num, 0)
  const free = stock.filter(({ host_id: hostId }) => hosts.has(hostId)).reduce((sum, host) => sum + host.free, 0)
  const ownReleases = releases.filter(({ host_id: hostId }) => hosts.has(hostId))
  return {
    ahead,
    gpus_ahead: before.reduce((sum, other) => sum + other.gpu_num, 0),
    expected_wait: computeReleaseWait(ownReleases, Math.max(1, needed - free)) ?? null,
  }
}
