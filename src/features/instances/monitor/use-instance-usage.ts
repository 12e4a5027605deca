import { type InstanceUsage, monitor, usageLine } from '#contract/monitor.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** Samples come every 15 seconds; a point of the line holds 2 minutes. */
const refreshMs = 30_000

/** Reads the last hour of GPU and VRAM use of running instances, by id. More than the first 50 are not read. */
export function useInstanceUsage(ids: readonly string[]): ReadonlyMap<string, InstanceUsage> {
  const asked = [...ids].sort().slice(0, usageLine.instances_max).join(',')
  const { data } = useEndpoint(
    monitor.usage,
    { query: { ids: asked } },
    { enabled: asked !== '', every: refreshMs, keep: true, quiet: true },
  )
  return new Map(data?.map((usage) => [usage.id, usage]))
}
