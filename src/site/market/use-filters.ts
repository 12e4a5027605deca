import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type MarketFilters, mergeMarketFilters, parseMarketFilters } from './filters.ts'

/** The URL is the state: each choice is a history entry that Back undoes; typing replaces the current entry. */
export function useMarketFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => parseMarketFilters(search), [search])
  const setFilters = (next: MarketFilters, options?: { replace: boolean }) =>
    setSearch((present) => mergeMarketFilters(present, next), { preventScrollReset: true, ...options })
  return { filters, setFilters }
}

export type SetMarketFilters = ReturnType<typeof useMarketFilters>['setFilters']
