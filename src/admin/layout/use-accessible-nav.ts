import { useMemo } from 'react'
import { useAccessChecks } from '#src/admin/use-access-checks.ts'
import { buildNavAccessQuestions, type ConsoleNavEntry } from './nav-entries.ts'

/** Returns the entries that the user may open, after all are checked, because late entries would move those below. */
export function useAccessibleNav(entries: readonly ConsoleNavEntry[]): readonly ConsoleNavEntry[] | undefined {
  const { may, known } = useAccessChecks(useMemo(() => buildNavAccessQuestions(entries), [entries]))
  return useMemo(() => (known ? entries.filter(({ name }) => may(name, 'list')) : undefined), [entries, known, may])
}
