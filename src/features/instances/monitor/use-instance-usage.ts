import { useEffect } from 'react'
import { type InstanceUsage, monitor, usageLine } from '#contract/monitor.ts'
import { useEndpoint, useEndpointPart } from '#src/admin/use-endpoint.ts'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Samples come every 15 seconds; a point of the line holds 2 minutes. */
const refreshMs = 30_000

const options = { every: refreshMs, keep: true, quiet: true } as const

/** More than the first 50 are not read. */
const formatAskedIds = (ids: readonly string[]) => [...ids].sort().slice(0, usageLine.instances_max).join(',')

/** Reads the last hour of GPU and VRAM use of running instances, by id. */
export function useInstanceUsage(ids: readonly string[]): ReadonlyMap<string, InstanceUsage> {
  const asked = formatAskedIds(ids)
  const { data } = useEndpoint(monitor.usage, { query: { ids: asked } }, { ...options, enabled: asked !== '' })
  return new Map(data?.map((usage) => [usage.id, usage]))
}

/** How long ids of rows are gathered: many rows come and go together. */
const gatherMs = 250
const shownIds: string[] = []
const askedIds = createStore('')
let isGathering = false
function gather(): void {
  if (isGathering) return
  isGathering = true
  setTimeout(() => {
    isGathering = false
    askedIds.set(formatAskedIds([...new Set(shownIds)]))
  }, gatherMs)
}

/** Reads the use of one instance of a list; all rows on the screen are read in one call. */
export function useRowUsage(id: string): InstanceUsage | undefined {
  useEffect(() => {
    shownIds.push(id)
    gather()
    return () => {
      shownIds.splice(shownIds.indexOf(id), 1)
      gather()
    }
  }, [id])
  const asked = useStore(askedIds)
  return useEndpointPart(
    monitor.usage,
    { query: { ids: asked } },
    { ...options, enabled: asked !== '', select: (usages) => usages.find((usage) => usage.id === id) },
  )
}
