import { useEffect } from 'react'
import type { InstanceUsage } from '#contract/monitor.ts'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'
import { useInstanceUsage } from './use-instance-usage.ts'

const shownIds = createStore<readonly string[]>([])

/** Reads the use of one instance of a list; all rows on the screen are read in one call. */
export function useRowUsage(id: string): InstanceUsage | undefined {
  useEffect(() => {
    shownIds.set([...shownIds.get(), id])
    return () => {
      const ids = shownIds.get()
      const place = ids.indexOf(id)
      shownIds.set(ids.toSpliced(place, 1))
    }
  }, [id])
  return useInstanceUsage([...new Set(useStore(shownIds))]).get(id)
}
