import type { UsageSample } from '#server/ports/compute.ts'

export type UsageCounters = Pick<UsageSample, 'at' | 'net_rx_bytes' | 'net_tx_bytes' | 'disk_read_bytes' | 'disk_write_bytes'>
export type UsageRates = Record<'net_receive' | 'net_send' | 'disk_read' | 'disk_write', number | null>

/** Over a longer gap, an average would show a constant rate that was never measured. */
const silenceMaxMs = 60_000

/**
 * Returns bytes per second between two readings of one run. Null if unknown: no previous reading, a reading of an earlier run, a
 * counter that decreased, or a gap.
 */
export function computeUsageRates(before: UsageCounters | undefined, now: UsageCounters, runStartedAt: Date | null): UsageRates {
  const sameRun = before !== undefined && (runStartedAt === null || before.at >= runStartedAt)
  const passedMs = sameRun ? now.at.getTime() - before.at.getTime() : 0
  const known = passedMs > 0 && passedMs <= silenceMaxMs
  const rate = (counter: Exclude<keyof UsageCounters, 'at'>): number | null => {
    const [first, last] = [before?.[counter] ?? null, now[counter]]
    if (!known || first === null || last === null || last < first) return null
    return ((last - first) * 1000) / passedMs
  }
  return {
    net_receive: rate('net_rx_bytes'),
    net_send: rate('net_tx_bytes'),
    disk_read: rate('disk_read_bytes'),
    disk_write: rate('disk_write_bytes'),
  }
}
