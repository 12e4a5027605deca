import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isCompareOpen, parseComparedIds, withComparedIds, withCompareOpen } from './compare.ts'

/** What is compared, kept in the address: it survives a reload, can be sent to a colleague, and Back undoes a pick. */
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
