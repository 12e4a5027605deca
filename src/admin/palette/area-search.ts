import { skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

interface FoundRow {
  id: string
  label: string
  detail: string
  aside: ReactNode
  icon: ReactNode
  to: string
}
export interface FoundGroup {
  heading: string
  rows: readonly FoundRow[]
}

/** Search of an area of the app whose rows the palette cannot find by its resources alone. */
export interface AreaSearch {
  /** What can be searched for: the placeholder of the palette. */
  placeholder: string
  /** Shorter texts are not searched for. */
  minLength: number
  buildQuery: (text: string) => UseQueryOptions<readonly FoundGroup[]>
}

export const AreaSearchContext = createContext<AreaSearch | null>(null)

const pauseMs = 200
const nothing: UseQueryOptions<readonly FoundGroup[]> = { queryKey: ['palette', 'no search'], queryFn: skipToken }

/** Finds rows by the search of the area, after a pause in typing. */
export function useAreaSearch(wanted: string): { found: readonly FoundGroup[]; searching: boolean } {
  const area = useContext(AreaSearchContext)
  const [text, setText] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const asks = area !== null && wanted.length >= area.minLength
  const { data, isFetching } = useQuery(asks && text === wanted ? area.buildQuery(text) : nothing)
  return { found: (asks && text === wanted && data) || [], searching: asks && (isFetching || text !== wanted) }
}
