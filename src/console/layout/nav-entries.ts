import type { Access } from '#contract/endpoint.ts'
import type { UserInfo } from '#contract/users.ts'
import type { Resource } from '#src/resources/define-resource.ts'
import { type NavGroup, type NavPlace, nav_groups } from '#src/resources/nav-groups.ts'
import { mayAccessInside } from '#src/session/may-access.ts'
import type { ConsolePage } from '../define-page.ts'

export interface NavEntry {
  path: string
  label: string
  nav: NavPlace
  access: Access
}

/** What resources and pages put in the menu. */
export const navEntriesOf = (resources: readonly Resource[], pages: readonly ConsolePage[]): NavEntry[] =>
  [
    ...pages.map(({ access = 'user' as const, ...page }) => ({ ...page, access })),
    ...resources.map(({ access, api, ...resource }) => ({ ...resource, access: access ?? api.list.access })),
  ].flatMap(({ path, label, nav, access }) => (nav ? [{ path, label, nav, access }] : []))

/** The menu of this user: groups in their order, entries in theirs, empty groups left out. */
export function menuOf(entries: readonly NavEntry[], user: UserInfo | null): { heading: string | null; entries: NavEntry[] }[] {
  const open = entries.filter(({ access }) => mayAccessInside(access, user))
  return (Object.keys(nav_groups) as NavGroup[])
    .map((group) => ({
      heading: nav_groups[group],
      entries: open.filter(({ nav }) => nav.group === group).sort((a, b) => a.nav.order - b.nav.order),
    }))
    .filter((group) => group.entries.length > 0)
}

/** The entry a page belongs to: the longest path that begins the address. */
export const entryAt = (entries: readonly NavEntry[], pathname: string): NavEntry | undefined =>
  entries
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
