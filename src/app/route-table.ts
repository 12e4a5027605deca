import * as of_console from 'virtual:resources/console'
import * as of_operator from 'virtual:resources/operator'
import type { Access } from '#contract/endpoint.ts'
import { entryAccess, entryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import { routeOf } from '#src/admin/resource-paths.ts'
import { paths } from '#src/paths.ts'
import { guardOf } from './guards.ts'
import { redirects } from './redirects.ts'
import { site_pages } from './site-pages.tsx'

export interface RouteRow {
  /** As the router matches it. */
  path: string
  kind: 'site' | 'page' | 'resource' | 'redirect'
  /** Of the page or resource; where a redirect goes. */
  name: string
  label: string
  /** Who may open it; undefined for a redirect, which asks its target. */
  access: Access | undefined
}

const actions = { list: 'list', create: 'create', show: 'show', update: 'edit' } as const

const rowsOf = (resource: ResourceEntry): RouteRow[] => {
  const patterns = entryPaths(resource)
  return (['list', 'create', 'show', 'update'] as const).flatMap((page): RouteRow[] => {
    const pattern = patterns[page]
    if (!pattern) return []
    const { name, label } = resource
    return [{ path: routeOf(pattern), kind: 'resource', name, label, access: entryAccess(resource, actions[page]) }]
  })
}

const siteAccess = (path: string): Access => (guardOf(path) === 'visitor' ? 'public' : 'user')

/** Every address there is and what stands at it, from what is declared; `npm run resources` prints it. */
export function routeTable(): RouteRow[] {
  const rows: RouteRow[] = [
    { path: paths.home(), kind: 'site', name: 'home', label: '首页', access: 'public' },
    ...site_pages.map(({ path }): RouteRow => ({ path, kind: 'site', name: path, label: '', access: siteAccess(path) })),
    ...[...of_console.pages, ...of_operator.pages].map(
      ({ path, name, label, access = 'user' }): RouteRow => ({ path, kind: 'page', name, label, access }),
    ),
    ...[...of_console.resources, ...of_operator.resources].flatMap(rowsOf),
    ...redirects.map(({ from, to }): RouteRow => ({ path: from, kind: 'redirect', name: to, label: '', access: undefined })),
  ]
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}
