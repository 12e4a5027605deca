import type { ConsolePage } from '#src/admin/define-page.ts'
import { type ConsoleNavGroup, consoleNavGroups, type NavPlace } from '#src/admin/nav-groups.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'
import type { AccessQuestion } from '#src/admin/use-access-checks.ts'

export interface ConsoleNavEntry {
  /** Of the resource or page. */
  name: string
  path: string
  label: string
  nav: NavPlace
  /** What belongs to it and is not in the menu: pages of one row, forms, and lists one comes to from here. */
  below: readonly { path: string; label: string }[]
}

/** The part of an address that names no row. */
const getStaticPrefix = (pattern: string) => stripQuery(pattern).split('/:', 1)[0] ?? pattern

export const isPathWithin = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

/** What resources and pages put in the menu, and what belongs to it. */
export function buildConsoleNav(resources: readonly ResourceEntry[], pages: readonly ConsolePage[]): ConsoleNavEntry[] {
  const all = [...pages.map((page) => ({ ...page, showPath: undefined })), ...resources]
  const shown = all.flatMap(({ nav, ...page }) => (nav ? [{ ...page, nav }] : []))
  const hidden = all.filter(({ nav }) => !nav)
  return shown.map(({ name, path, label, nav, showPath }) => ({
    name,
    path,
    label,
    nav,
    below: [
      ...(showPath ? [{ path: getStaticPrefix(showPath), label }] : []),
      ...hidden
        .filter((page) => (page.parent ? page.parent.to === path : isPathWithin(path, page.path)))
        .flatMap((page) =>
          [page.path, ...(page.showPath ? [page.showPath] : [])].map((at) => ({
            path: getStaticPrefix(at),
            label: page.label,
          })),
        ),
    ],
  }))
}

export const buildNavAccessQuestions = (entries: readonly ConsoleNavEntry[]): AccessQuestion[] =>
  entries.map(({ name }) => ({ resource: name, action: 'list' }))

/** The menu of who may open these entries: groups in their order, entries in theirs, empty groups left out. */
export function groupNavEntries(open: readonly ConsoleNavEntry[]): { heading: string | null; entries: ConsoleNavEntry[] }[] {
  return (Object.keys(consoleNavGroups) as ConsoleNavGroup[])
    .map((group) => ({
      heading: consoleNavGroups[group],
      entries: open.filter(({ nav }) => nav.group === group).sort((a, b) => a.nav.order - b.nav.order),
    }))
    .filter((group) => group.entries.length > 0)
}

/** Where one is: the longest path that begins the address, how that page is called, and the entry it belongs to. */
export const findCurrentPage = (
  entries: readonly ConsoleNavEntry[],
  pathname: string,
): { entry: ConsoleNavEntry; label: string } | undefined =>
  entries
    .flatMap((entry) => [entry, ...entry.below].map(({ path, label }) => ({ entry, path, label })))
    .filter(({ path }) => isPathWithin(path, pathname))
    .sort((a, b) => b.path.length - a.path.length)[0]
