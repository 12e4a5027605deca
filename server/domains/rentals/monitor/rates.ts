import type { UsageSample } from '#server/ports/compute.ts'

export type Counters = Pick<UsageSample, 'at' | 'net_rx_bytes' | 'net_tx_bytes' | 'disk_read_bytes' | 'disk_write_bytes'>
export type Rates = Record<'net_receive' | 'net_send' | 'disk_read' | 'disk_write', number | null>

/** Over a longer silence a mean would draw a calm that nobody saw. */
const silence_max_ms = 60_000

/**
 * Bytes per second between two readings of one run. Null where that cannot be told: no reading before, one of an earlier
 * run, a counter that fell, or a silence between them.
 */
export function ratesBetween(before: Counters | undefined, now: Counters, run_started_at: Date | null): Rates {
  const same_run = before !== undefined && (run_started_at === null || before.at >= run_started_at)
  const passed_ms = same_run ? now.at.getTime() - before.at.getTime() : 0
  const known = passed_ms > 0 && passed_ms <= silence_max_ms
  const rate = (counter: Exclude<keyof Counters, 'at'>): number | null => {
    const [first, last] = [before?.[counter] ?? null, now[counter]]
    if (!known || first === null || last === null || last < first) return null
    return ((last - first) * 1000) / passed_ms
  }
  return {
    net_receive: rate('net_rx_bytes'),
    net_send: rate('net_tx_bytes'),
    disk_read: rate('disk_read_bytes'),
    disk_write: rate('disk_write_bytes'),
  }
}
