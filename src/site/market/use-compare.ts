import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { comparedIn, isOpenIn, withCompared, withOpen } from './compare.ts'

/** What is compared, kept in the address: it survives a reload, can be sent to a colleague, and Back undoes a pick. */
export function useCompare() {
  const [search, setSearch] = useSearchParams()
  const ids = useMemo(() => comparedIn(search), [search])
  const pick = (next: readonly string[]) => setSearch((present) => withCompared(present, next))
  return {
    ids,
    open: isOpenIn(search),
    add: (id: string) => pick([...ids, id]),
    remove: (id: string) => pick(ids.filter((other) => other !== id)),
    clear: () => pick([]),
    show: () => setSearch((present) => withOpen(present, true)),
    hide: () => setSearch((present) => withOpen(present, false), { replace: true }),
  }
}
