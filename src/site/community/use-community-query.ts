import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { buildCommunitySearch, type CommunityListRules, type CommunityQuery, parseCommunityQuery } from './community-query.ts'

/** The address is the state: every choice is a step that Back undoes; typing replaces the step it belongs to. */
export function useCommunityQuery<K extends string>(rules: CommunityListRules<K>) {
  const [search, setSearch] = useSearchParams()
  const asked = useMemo(() => parseCommunityQuery(search, rules), [search, rules])
  const ask = (next: CommunityQuery<K>, options?: { replace: boolean }) =>
    setSearch(buildCommunitySearch(next), { ...options, preventScrollReset: true })
  return { asked, ask }
}
