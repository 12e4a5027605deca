import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { buildCommunitySearch, type CommunityListRules, type CommunityQuery, parseCommunityQuery } from './community-query.ts'

/** The URL is the state: each choice is a history entry that Back undoes; typing replaces the current entry. */
export function useCommunityQuery<K extends string>(rules: CommunityListRules<K>) {
  const [search, setSearch] = useSearchParams()
  const asked = useMemo(() => parseCommunityQuery(search, rules), [search, rules])
  const ask = (next: CommunityQuery<K>, options?: { replace: boolean }) =>
    setSearch(buildCommunitySearch(next), { ...options, preventScrollReset: true })
  return { asked, ask }
}
