import { useMemo } from 'react'
import { useAccess } from '#src/admin/use-access-checks.ts'
import { type NavEntry, questionsOfMenu } from './nav-entries.ts'

/** The entries that this user may open, once that is known of all: one that came later would move those below. */
export function useOpenEntries(entries: readonly NavEntry[]): readonly NavEntry[] | undefined {
  const { may, known } = useAccess(useMemo(() => questionsOfMenu(entries), [entries]))
  return useMemo(() => (known ? entries.filter(({ name }) => may(name, 'list')) : undefined), [entries, known, may])
}
