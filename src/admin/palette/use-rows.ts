import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { call } from '#src/api/call.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'

const pause_ms = 200
/** Of each resource, kept at hand while the palette is open. */
const at_hand = 50

export interface KnownRow {
  resource: Resource
  row: Row
  /** The server found it by the present words, whichever of its fields they stand in. */
  found: boolean
}

const queryOf = (keyword: string) => ({ page_size: at_hand, ...(keyword && { keyword }) })
const rowsOf = (resource: Resource, keyword: string): UseQueryOptions<Row[]> => ({
  queryKey: [...endpointKey(resource.api.list, { query: queryOf(keyword) }), 'palette'],
  queryFn: async ({ signal }) => {
    const query = queryOf(keyword)
    return (await call(resource.api.list, { query }, { signal })).data as Row[]
  },
  staleTime: 0, // what may be done follows from the state, which may be another since it was open last
})

/** The newest rows, and those the server finds by a keyword when typing rests: the first fit at once, the others follow. */
export function useRows(resources: readonly Resource[], wanted: string): { rows: readonly KnownRow[]; searching: boolean } {
  const [keyword, setKeyword] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(wanted), pause_ms)
    return () => clearTimeout(timer)
  }, [wanted])
  const first = useQueries({ queries: resources.map((resource) => rowsOf(resource, '')) })
  const asked = useQueries({ queries: keyword ? resources.map((resource) => rowsOf(resource, keyword)) : [] })
  const rows = resources.flatMap((resource, i) => {
    const found = (keyword === wanted && asked[i]?.data) || []
    const others = (first[i]?.data ?? []).filter(({ id }) => !found.some((row) => row.id === id))
    return [...others.map((row) => ({ resource, row, found: false })), ...found.map((row) => ({ resource, row, found: true }))]
  })
  const pending = [...first, ...asked].some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'fetching')
  return { rows, searching: pending || keyword !== wanted }
}
