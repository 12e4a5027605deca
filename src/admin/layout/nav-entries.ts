import type { ConsolePage } from '#src/admin/define-page.ts'
import { type NavGroup, type NavPlace, nav_groups } from '#src/admin/nav-groups.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { routeOf } from '#src/admin/resource-paths.ts'
import type { AccessQuestion } from '#src/admin/use-access-checks.ts'

export interface NavEntry {
  /** Of the resource or page. */
  name: string
  path: string
  label: string
  nav: NavPlace
  /** What belongs to it and is not in the menu: pages of one row, forms, and lists one comes to from here. */
  below: readonly { path: string; label: string }[]
}

/** The part of an address that names no row. */
const fixedPart = (pattern: string) => routeOf(pattern).split('/:', 1)[0] ?? pattern

export const isAt = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

/** What resources and pages put in the menu, and what belongs to it. */
export function navEntriesOf(resources: readonly ResourceEntry[], pages: readonly ConsolePage[]): NavEntry[] {
  const all = [...pages.map((page) => ({ ...page, show_path: undefined })), ...resources]
  const shown = all.flatMap(({ nav, ...page }) => (nav ? [{ ...page, nav }] : []))
  const hidden = all.filter(({ nav }) => !nav)
  return shown.map(({ name, path, label, nav, show_path }) => ({
    name,
    path,
    label,
    nav,
    below: [
      ...(show_path ? [{ path: fixedPart(show_path), label }] : []),
      ...hidden
        .filter((page) => (page.parent ? page.parent.to === path : isAt(path, page.path)))
        .flatMap((page) =>
          [page.path, ...(page.show_path ? [page.show_path] : [])].map((at) => ({ path: fixedPart(at), label: page.label })),
        ),
    ],
  }))
}

export const questionsOfMenu = (entries: readonly NavEntry[]): AccessQuestion[] =>
  entries.map(({ name }) => ({ resource: name, action: 'list' }))

/** The menu of who may open these entries: groups in their order, entries in theirs, empty groups left out. */
export function menuOf(open: readonly NavEntry[]): { heading: string | null; entries: NavEntry[] }[] {
  return (Object.keys(nav_groups) as NavGroup[])
    .map((group) => ({
      heading: nav_groups[group],
      entries: open.filter(({ nav }) => nav.group === group).sort((a, b) => a.nav.order - b.nav.order),
    }))
    .filter((group) => group.entries.length > 0)
}

/** Where one is: the longest path that begins the address, how that page is called, and the entry it belongs to. */
export const placeAt = (entries: readonly NavEntry[], pathname: string): { entry: NavEntry; label: string } | undefined =>
  entries
    .flatMap((entry) => [entry, ...entry.below].map(({ path, label }) => ({ entry, path, label })))
    .filter(({ path }) => isAt(path, pathname))
    .sort((a, b) => b.path.length - a.path.length)[0]
