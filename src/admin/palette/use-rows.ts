import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'

const pauseMs = 200
/** Number of rows cached per resource while the palette is open. */
const rowsPerResource = 50

export interface PaletteRow {
  resource: Resource
  row: Row
  /** True if the server found the row by the current input, in whichever field. */
  found: boolean
}

const buildRowQuery = (keyword: string) => ({ page_size: rowsPerResource, ...(keyword && { keyword }) })
const buildRowsQueryOptions = (resource: Resource, keyword: string): UseQueryOptions<Row[]> => ({
  queryKey: [...buildEndpointKey(resource.api.list, { query: buildRowQuery(keyword) }), 'palette'],
  queryFn: async ({ signal }) => {
    const query = buildRowQuery(keyword)
    return (await callEndpoint(resource.api.list, { query }, { signal })).data as Row[]
  },
  staleTime: 0, // allowed actions depend on the state, which may have changed since the palette was last open
})

/** Combines the newest rows, filtered immediately, with the rows that the server finds after a pause in typing. */
export function usePaletteRows(
  resources: readonly Resource[],
  wanted: string,
): { rows: readonly PaletteRow[]; searching: boolean } {
  const [keyword, setKeyword] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const first = useQueries({ queries: resources.map((resource) => buildRowsQueryOptions(resource, '')) })
  const asked = useQueries({ queries: keyword ? resources.map((resource) => buildRowsQueryOptions(resource, keyword)) : [] })
  const rows = resources.flatMap((resource, i) => {
    const found = (keyword === wanted && asked[i]?.data) || []
    const others = (first[i]?.data ?? []).filter(({ id }) => !found.some((row) => row.id === id))
    return [...others.map((row) => ({ resource, row, found: false })), ...found.map((row) => ({ resource, row, found: true }))]
  })
  const pending = [...first, ...asked].some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'fetching')
  return { rows, searching: pending || keyword !== wanted }
}
