import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListState, Resource } from '#src/admin/resource.ts'
import { readListState, writeListState } from './list-state.ts'

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void

/**
 * Keeps the list state in the address. Every change adds a history entry, so Back undoes it; every change except of the page
 * resets to page 1.
 */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readListState(search, resource), [search, resource])
  const change = useCallback<ChangeList>(
    (next, options) => setSearch(writeListState({ ...state, page: 1, ...next }), options),
    [setSearch, state],
  )
  return [state, change]
}
