import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#src/api/call.ts'
import type { Row } from '#src/resources/declared.ts'
import type { Resource } from '#src/resources/define-resource.ts'

const pause_ms = 200
const shown = 6

/**
 * Rows of the resource whose name or id contains what is typed, as the server finds them when typing rests. Until it has, those
 * of what it found before that still fit: what is selected stays so, and Enter never chooses what does not fit.
 */
export function useFoundRows(resource: Resource, typed: string): { rows: readonly Row[]; searching: boolean } {
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), pause_ms)
    return () => clearTimeout(timer)
  }, [typed])
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['palette', resource.name, keyword],
    queryFn: async ({ signal }) => {
      const query = { page_size: shown, ...(keyword && { keyword }) }
      return (await call(resource.api.list, { query }, { signal })).data as Row[]
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const wanted = typed.trim()
  const fits = (row: Row) => `${resource.title(row)} ${row.id}`.toLowerCase().includes(wanted.toLowerCase())
  const found = keyword === wanted && !isPlaceholderData
  return { rows: found ? data : data.filter(fits), searching: isFetching || keyword !== wanted }
}
