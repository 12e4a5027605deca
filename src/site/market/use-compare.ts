import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isCompareOpen, parseComparedIds, withComparedIds, withCompareOpen } from './compare.ts'

/** The comparison, kept in the URL: it survives a reload, can be shared, and Back undoes a selection. */
export function useComparedOffers() {
  const [search, setSearch] = useSearchParams()
  const ids = useMemo(() => parseComparedIds(search), [search])
  const pick = (next: readonly string[]) => setSearch((present) => withComparedIds(present, next))
  return {
    ids,
    open: isCompareOpen(search),
    add: (id: string) => pick([...ids, id]),
    remove: (id: string) => pick(ids.filter((other) => other !== id)),
    clear: () => pick([]),
    show: () => setSearch((present) => withCompareOpen(present, true)),
    hide: () => setSearch((present) => withCompareOpen(present, false), { replace: true }),
  }
}
