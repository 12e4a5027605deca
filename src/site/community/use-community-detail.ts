import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { session } from '#src/session/session.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { useStore } from '#src/ui/use-store.ts'
import { isEntryId } from './community-query.ts'
import { ReadmeText } from './Readme.tsx'
import { useCachedQuery } from './use-cached-query.ts'

/** Loads the entry named by `id` in the URL as the current user sees it. `missing`: no such entry. */
export function useCommunityDetail<T extends { id: string }>(
  kind: string,
  show: (id: string, signal: AbortSignal) => Promise<T>,
) {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const viewer = useStore(session)?.userId ?? ''
  const hydrated = useHydrated()
  const answer = useCachedQuery(isEntryId(id) ? `${kind}/${id}/${viewer}` : null, (signal) => show(id, signal))
  useEffect(() => void ReadmeText.preload().catch(() => undefined), [])
  const data = answer.data?.id === id ? answer.data : undefined
  return { answer: { ...answer, data }, missing: hydrated && !isEntryId(id) }
}
