import { createContext, useContext, useMemo } from 'react'
import { useAccessChecks } from '#src/admin/use-access-checks.ts'
import { buildNavAccessQuestions, type ConsoleNavEntry, filterNavEntries } from './nav-entries.ts'

/** Returns the entries that the user may open, after all are checked, because late entries would move those below. */
export function useAccessibleNav(entries: readonly ConsoleNavEntry[]): readonly ConsoleNavEntry[] | undefined {
  const { may, known } = useAccessChecks(useMemo(() => buildNavAccessQuestions(entries), [entries]))
  return useMemo(() => (known ? filterNavEntries(entries, (name) => may(name, 'list')) : undefined), [entries, known, may])
}

/** What waits for the user behind a page of the menu, by the page's name. */
export type NavCounts = Readonly<Record<string, number>>

interface Nav {
  entries: readonly ConsoleNavEntry[] | undefined
  counts: NavCounts
  /** Loads the code of the page at a path of the menu. */
  preload?: (path: string) => void
}

/** The menu as the user may see it, for what the pages show of it; undefined until known. */
export const AccessibleNav = createContext<Nav>({ entries: undefined, counts: {} })

export const useNav = () => useContext(AccessibleNav)
