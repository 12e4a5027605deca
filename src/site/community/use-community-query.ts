import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Asked, askedOf, type ListRules, searchOf } from './community-query.ts'

/** The address is the state: every choice is a step that Back undoes; typing replaces the step it belongs to. */
export function useAsked<K extends string>(rules: ListRules<K>) {
  const [search, setSearch] = useSearchParams()
  const asked = useMemo(() => askedOf(search, rules), [search, rules])
  const ask = (next: Asked<K>, options?: { replace: boolean }) =>
    setSearch(searchOf(next), { ...options, preventScrollReset: true })
  return { asked, ask }
}
