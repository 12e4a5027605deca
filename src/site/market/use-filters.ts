import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Filters, filtersOf, searchWith } from './filters.ts'

/** The address is the state: a choice is a step that Back undoes, typing replaces the step it belongs to. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => filtersOf(search), [search])
  const setFilters = (next: Filters, options?: { replace: boolean }) =>
    setSearch((present) => searchWith(present, next), { preventScrollReset: true, ...options })
  return { filters, setFilters }
}

export type SetFilters = ReturnType<typeof useFilters>['setFilters']
