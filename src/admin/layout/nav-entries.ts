import type { ConsolePage } from '#src/admin/define-page.ts'
import { type ConsoleNavGroup, consoleNavGroups, type NavPlace } from '#src/admin/nav-groups.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'
import type { AccessQuestion } from '#src/admin/use-access-checks.ts'

export interface ConsoleNavEntry {
  /** Name of the resource or page. */
  name: string
  path: string
  label: string
  nav: NavPlace
  /** Pages that belong to the entry but are not in the menu: row pages, forms, and lists reached from it. */
  below: readonly { path: string; label: string }[]
}

/** Returns the part of an address before the row id. */
const getStaticPrefix = (pattern: string) => stripQuery(pattern).split('/:', 1)[0] ?? pattern

export const isPathWithin = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Builds the menu entries and their subordinate pages from resources and pages. */
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

/** Groups the allowed entries in menu order; omits empty groups. */
export function groupNavEntries(open: readonly ConsoleNavEntry[]): { heading: string | null; entries: ConsoleNavEntry[] }[] {
  return (Object.keys(consoleNavGroups) as ConsoleNavGroup[])
    .map((group) => ({
      heading: consoleNavGroups[group],
      entries: open.filter(({ nav }) => nav.group === group).sort((a, b) => a.nav.order - b.nav.order),
    }))
    .filter((group) => group.entries.length > 0)
}

/** Finds the current page by the longest matching path; returns its label and its menu entry. */
export const findCurrentPage = (
  entries: readonly ConsoleNavEntry[],
  pathname: string,
): { entry: ConsoleNavEntry; label: string } | undefined =>
  entries
    .flatMap((entry) => [entry, ...entry.below].map(({ path, label }) => ({ entry, path, label })))
    .filter(({ path }) => isPathWithin(path, pathname))
    .sort((a, b) => b.path.length - a.path.length)[0]
