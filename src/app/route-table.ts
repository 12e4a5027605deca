import type { Access } from '#contract/endpoint.ts'
import { all_console_pages } from '#src/admin/console-pages.ts'
import type { Resource } from '#src/admin/define-resource.ts'
import { all_resources } from '#src/admin/registry.ts'
import { resourcePaths, routeOf } from '#src/admin/resource-paths.ts'
import { all_operator_pages } from '#src/operator/pages.ts'
import { all_operator_resources } from '#src/operator/registry.ts'
import { paths } from '#src/paths.ts'
import { accessOf } from '#src/providers/access-provider.ts'
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

const rowsOf = (resource: Resource): RouteRow[] => {
  const patterns = resourcePaths(resource)
  return (['list', 'create', 'show', 'update'] as const).flatMap((page): RouteRow[] => {
    const pattern = patterns[page]
    if (!pattern) return []
    const { name, label } = resource
    return [{ path: routeOf(pattern), kind: 'resource', name, label, access: accessOf(resource, actions[page]) }]
  })
}

const siteAccess = (path: string): Access => (guardOf(path) === 'visitor' ? 'public' : 'user')

/** Every address there is and what stands at it, from what is declared; `npm run resources` prints it. */
export function routeTable(): RouteRow[] {
  const rows: RouteRow[] = [
    { path: paths.home(), kind: 'site', name: 'home', label: '首页', access: 'public' },
    ...site_pages.map(({ path }): RouteRow => ({ path, kind: 'site', name: path, label: '', access: siteAccess(path) })),
    ...[...all_console_pages, ...all_operator_pages].map(
      ({ path, name, label, access = 'user' }): RouteRow => ({ path, kind: 'page', name, label, access }),
    ),
    ...[...all_resources, ...all_operator_resources].flatMap(rowsOf),
    ...redirects.map(({ from, to }): RouteRow => ({ path: from, kind: 'redirect', name: to, label: '', access: undefined })),
  ]
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}
