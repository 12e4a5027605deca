import { useMemo } from 'react'
import { useAccessChecks } from '#src/admin/use-access-checks.ts'
import { buildNavAccessQuestions, type ConsoleNavEntry } from './nav-entries.ts'

/** The entries that this user may open, once that is known of all: one that came later would move those below. */
export function useAccessibleNav(entries: readonly ConsoleNavEntry[]): readonly ConsoleNavEntry[] | undefined {
  const { may, known } = useAccessChecks(useMemo(() => buildNavAccessQuestions(entries), [entries]))
  return useMemo(() => (known ? entries.filter(({ name }) => may(name, 'list')) : undefined), [entries, known, may])
}
