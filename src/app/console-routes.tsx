import { useCan } from '@refinedev/core'
import type { ComponentProps, ReactNode } from 'react'
import { Navigate, Route } from 'react-router-dom'
import type { EndpointAccess } from '#contract/endpoint.ts'
import { type ConsolePage, definePage } from '#src/admin/define-page.ts'
import { Forbidden } from '#src/admin/errors/Forbidden.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import type { ComponentLoader, Resource } from '#src/admin/resource.ts'
import {
  accessActions,
  buildEntryPaths,
  getEntryAccess,
  type ResourceEntry,
  type ResourcePage,
} from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'
import { type AccessQuestion, useAccessChecks } from '#src/admin/use-access-checks.ts'
import { paths } from '#src/paths.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'
import { routeGuards } from './route-guards.ts'

const noQuestions: never[] = []

interface AccessGuardProps {
  /** Name of the resource or page. */
  resource: string
  action: string
  /** Access questions of the page itself; checked in the same request, so that buttons do not appear after the page. */
  beside?: readonly AccessQuestion[]
  /** Required access; determines the text of a refusal. */
  access: EndpointAccess
  children: ReactNode
}

/** Renders the page if access is allowed. Redirects non-tencent users to the overview (requirements §6); shows 403 otherwise. */
function AccessGuard({ resource, action, beside = noQuestions, access, children }: AccessGuardProps) {
  const { data } = useCan({ resource, action })
  useAccessChecks(beside)
  if (!data) return <PageSkeleton />
  if (data.can) return children
  return access === 'tencent' ? <Navigate to={paths.dataOverview} replace /> : <Forbidden access={access} />
}

const generic = {
  list: () => import('#src/admin/list/ResourceListPage.tsx'),
  create: () => import('#src/admin/form/ResourceCreatePage.tsx'),
  show: () => import('#src/admin/show/ResourceShowPage.tsx'),
  update: () => import('#src/admin/form/ResourceUpdatePage.tsx'),
} satisfies Record<string, ComponentLoader<{ resource: Resource }>>

const renderGuardedRoute = (path: string, asked: Omit<ComponentProps<typeof AccessGuard>, 'children'>, page: ReactNode) => (
  <Route key={path} path={path} element={<AccessGuard {...asked}>{page}</AccessGuard>} />
)

const pageLoaders = new WeakMap<ResourceEntry, Partial<Record<ResourcePage, ComponentLoader>>>()

/** Returns the loader of a page and its resource; loads both in parallel, and again if one of them failed. */
function getPageLoader(entry: ResourceEntry, page: ResourcePage): ComponentLoader {
  const known = pageLoaders.get(entry) ?? {}
  pageLoaders.set(entry, known)
  known[page] ??= async () => {
    const own = entry.pages[page]
    const [resource, { default: Page }] = await Promise.all([entry.load(), typeof own === 'function' ? own() : generic[page]()])
    return { default: () => <Page resource={resource} /> }
  }
  return known[page]
}

/** Routes of one resource: its own pages if declared, otherwise the generic ones. */
const resourceRoutes = (entry: ResourceEntry): ReactNode[] => {
  const patterns = buildEntryPaths(entry)
  const beside = Object.keys(entry.access).map((action) => ({ resource: entry.name, action }))
  return (['list', 'create', 'show', 'update'] as const).map((page) => {
    const pattern = patterns[page]
    if (!pattern) return null
    const Page = lazyPage(getPageLoader(entry, page))
    const action = accessActions[page]
    return renderGuardedRoute(
      stripQuery(pattern),
      { resource: entry.name, action, beside, access: getEntryAccess(entry, action) },
      <Page />,
    )
  })
}

const pageRoute = ({ name, path, access = 'user', load }: ConsolePage): ReactNode => {
  const Page = lazyPage(load)
  return renderGuardedRoute(path, { resource: name, action: 'list', access }, <Page />)
}

/** Returns a function that loads the code of the page at a path of the menu, so that it is there when the page is opened. */
export function createPagePreloader(resources: readonly ResourceEntry[], pages: readonly ConsolePage[]) {
  const loaders = new Map<string, ComponentLoader>([
    ...pages.map(({ path, load }) => [path, load] as const),
    ...resources.map((entry) => [entry.path, getPageLoader(entry, 'list')] as const),
  ])
  return (path: string): void => {
    const load = loaders.get(path)
    if (load)
      void lazyPage(load)
        .preload()
        .catch(() => undefined) // opened all the same, it is loaded again
  }
}

/** Unknown pages below a restricted path: users with access go home, as from any unknown page; others get the usual redirect. */
export const guardedPages: readonly ConsolePage[] = routeGuards.flatMap(({ path, who }) => {
  if (who !== 'tencent') return []
  return definePage({
    name: `elsewhere${path}`,
    label: '',
    path: path as `/${string}`,
    access: who,
    load: async () => ({ default: () => <Navigate to={paths.home()} replace /> }),
  })
})

/** Renders all console routes from the declared resources and pages. */
export const renderConsoleRoutes = (resources: readonly ResourceEntry[], pages: readonly ConsolePage[]): ReactNode[] => [
  ...pages.map(pageRoute),
  ...resources.flatMap(resourceRoutes),
]
