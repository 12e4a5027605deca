import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'

/** What these resources are, each as soon as it is loaded. One that does not come is left out, and asked for when this is opened again. */
export function useResources(entries: readonly ResourceEntry[]): readonly Resource[] {
  const loaded = useQueries({
    queries: entries.map(({ name, load }) => ({
      queryKey: ['resource', name],
      queryFn: load,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(() => loaded.filter((resource) => resource !== undefined), [loaded])
}
