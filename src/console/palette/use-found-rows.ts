import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#src/api/call.ts'
import type { Row } from '#src/resources/declared.ts'
import type { Resource } from '#src/resources/define-resource.ts'

const pause_ms = 200
const shown = 6

/** Rows of the resource whose name or id contains what is typed, as the server finds them when typing rests. */
export function useFoundRows(resource: Resource, typed: string): { rows: readonly Row[]; searching: boolean } {
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), pause_ms)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery({
    queryKey: ['palette', resource.name, keyword],
    queryFn: async ({ signal }) => {
      const query = { page_size: shown, ...(keyword && { keyword }) }
      return (await call(resource.api.list, { query }, { signal })).data as Row[]
    },
    staleTime: 10_000,
  })
  return { rows: data ?? [], searching: isFetching || keyword !== typed.trim() }
}
