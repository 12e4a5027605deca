import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type MarketFilters, mergeMarketFilters, parseMarketFilters } from './filters.ts'

/** The address is the state: a choice is a step that Back undoes, typing replaces the step it belongs to. */
export function useMarketFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => parseMarketFilters(search), [search])
  const setFilters = (next: MarketFilters, options?: { replace: boolean }) =>
    setSearch((present) => mergeMarketFilters(present, next), { preventScrollReset: true, ...options })
  return { filters, setFilters }
}

export type SetMarketFilters = ReturnType<typeof useMarketFilters>['setFilters']
