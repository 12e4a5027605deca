import * as ofConsole from 'virtual:resources/console'
import * as ofOperator from 'virtual:resources/operator'
import type { EndpointAccess } from '#contract/endpoint.ts'
import { accessActions, buildEntryPaths, getEntryAccess, type ResourceEntry } from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'
import { paths } from '#src/paths.ts'
import { redirects } from './redirects.ts'
import { findRouteGuard } from './route-guards.ts'
import { siteSubpages } from './site-pages.tsx'

export interface RouteTableRow {
  /** Route pattern of the router. */
  path: string
  kind: 'site' | 'page' | 'resource' | 'redirect'
  /** Name of the page or resource; for a redirect, its target. */
  name: string
  label: string
  /** Required access; undefined for a redirect, whose target checks it. */
  access: EndpointAccess | undefined
}

const listResourceRows = (resource: ResourceEntry): RouteTableRow[] => {
  const patterns = buildEntryPaths(resource)
  return (['list', 'create', 'show', 'update'] as const).flatMap((page): RouteTableRow[] => {
    const pattern = patterns[page]
    if (!pattern) return []
    const { name, label } = resource
    return [{ path: stripQuery(pattern), kind: 'resource', name, label, access: getEntryAccess(resource, accessActions[page]) }]
  })
}

const siteAccess = (path: string): EndpointAccess => (findRouteGuard(path) === 'visitor' ? 'public' : 'user')

/** Builds the list of all routes from the declarations; `npm run resources` prints it. */
export function buildRouteTable(): RouteTableRow[] {
  const rows: RouteTableRow[] = [
    { path: paths.home(), kind: 'site', name: 'home', label: '首页', access: 'public' },
    ...siteSubpages.map(({ path }): RouteTableRow => ({ path, kind: 'site', name: path, label: '', access: siteAccess(path) })),
    ...[...ofConsole.pages, ...ofOperator.pages].map(
      ({ path, name, label, access = 'user' }): RouteTableRow => ({ path, kind: 'page', name, label, access }),
    ),
    ...[...ofConsole.resources, ...ofOperator.resources].flatMap(listResourceRows),
    ...redirects.map(({ from, to }): RouteTableRow => ({ path: from, kind: 'redirect', name: to, label: '', access: undefined })),
  ]
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}
