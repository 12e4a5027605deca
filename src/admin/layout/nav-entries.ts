import type { ConsolePage } from '#src/admin/define-page.ts'
import { type ConsoleNavGroup, consoleNavGroups, consoleNavSections, type NavPlace } from '#src/admin/nav-places.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'
import type { AccessQuestion } from '#src/admin/use-access-checks.ts'
import type { IconName } from '#src/ui/Icon.tsx'

/** A page of a menu entry. */
export interface ConsoleNavPage {
  /** Name of the resource or page. */
  name: string
  path: string
  label: string
  /** Label of its tab; null for a form, which has none. */
  tab: string | null
  /** Pages that belong to it but are not in the menu: row pages, forms, and lists reached from it. */
  below: readonly { path: string; label: string; inPalette: boolean }[]
}

/** An entry of the menu; leads to the first of its pages. */
export interface ConsoleNavEntry {
  key: string
  label: string
  icon: IconName
  group: ConsoleNavGroup
  order: number
  pages: readonly ConsoleNavPage[]
}

/** Returns the part of an address before the row id. */
const getStaticPrefix = (pattern: string) => stripQuery(pattern).split('/:', 1)[0] ?? pattern

const isPathWithin = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

const getTab = (nav: NavPlace, label: string): string | null =>
  !('section' in nav) || nav.tab === undefined ? label : nav.tab || null

/** Builds the menu entries with their pages from resources and pages. */
export function buildConsoleNav(resources: readonly ResourceEntry[], pages: readonly ConsolePage[]): ConsoleNavEntry[] {
  const all = [
    ...pages.map((page) => ({ ...page, showPath: undefined, inPalette: page.inPalette ?? false })),
    ...resources.map((resource) => ({ ...resource, inPalette: false })), // its rows are; the list is in the menu
  ]
  const shown = all.flatMap(({ nav, ...page }) => (nav ? [{ ...page, nav }] : []))
  const hidden = all.filter(({ nav }) => !nav)
  const entries = new Map<string, ConsoleNavEntry & { pages: ConsoleNavPage[] }>()
  for (const { name, path, label, nav, showPath } of shown.toSorted((a, b) => a.nav.order - b.nav.order)) {
    const key = 'section' in nav ? nav.section : name
    const place = 'section' in nav ? consoleNavSections[nav.section] : { ...nav, label }
    const entry = entries.get(key) ?? { key, ...place, pages: [] }
    entries.set(key, entry)
    entry.pages.push({
      name,
      path,
      label,
      tab: getTab(nav, label),
      below: [
        ...(showPath ? [{ path: getStaticPrefix(showPath), label, inPalette: false }] : []),
        ...hidden
          .filter((page) => (page.parent ? page.parent.to === path : isPathWithin(path, page.path)))
          .flatMap(({ path: at, showPath: rowPath, label: name, inPalette }) => [
            { path: getStaticPrefix(at), label: name, inPalette },
            ...(rowPath ? [{ path: getStaticPrefix(rowPath), label: name, inPalette: false }] : []),
          ]),
      ],
    })
  }
  return [...entries.values()]
}

export const buildNavAccessQuestions = (entries: readonly ConsoleNavEntry[]): AccessQuestion[] =>
  entries.flatMap(({ pages }) => pages.map(({ name }) => ({ resource: name, action: 'list' })))

/** Leaves the pages for which `may` holds, and the entries with a tab left. */
export const filterNavEntries = (entries: readonly ConsoleNavEntry[], may: (name: string) => boolean): ConsoleNavEntry[] =>
  entries
    .map((entry) => ({ ...entry, pages: entry.pages.filter(({ name }) => may(name)) }))
    .filter(({ pages }) => pages.some(({ tab }) => tab !== null))

/** Groups the allowed entries in menu order; omits empty groups. */
export function groupNavEntries(open: readonly ConsoleNavEntry[]): { heading: string | null; entries: ConsoleNavEntry[] }[] {
  return (Object.keys(consoleNavGroups) as ConsoleNavGroup[])
    .map((group) => ({
      heading: consoleNavGroups[group],
      entries: open.filter((entry) => entry.group === group).sort((a, b) => a.order - b.order),
    }))
    .filter((group) => group.entries.length > 0)
}

/** Finds the current page by the longest matching path; returns its own label, its page in the menu and its entry. */
export const findCurrentPage = (
  entries: readonly ConsoleNavEntry[],
  pathname: string,
): { entry: ConsoleNavEntry; page: ConsoleNavPage; label: string } | undefined =>
  entries
    .flatMap((entry) =>
      entry.pages.flatMap((page) => [page, ...page.below].map(({ path, label }) => ({ entry, page, path, label }))),
    )
    .filter(({ path }) => isPathWithin(path, pathname))
    .sort((a, b) => b.path.length - a.path.length)[0]
