import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Resource } from '#src/admin/resource.ts'
import type { ListState } from '../resource.ts'
import { readListState, writeListState } from './list-state.ts'

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void

/**
 * The address is the state of a list. Every change is a step of the history, so Back undoes it, and anything but a change
 * of the page starts at page 1.
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
