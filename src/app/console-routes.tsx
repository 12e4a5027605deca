import type { ComponentProps, ReactNode } from 'react'
import { Navigate, Route } from 'react-router-dom'
import { type ConsolePage, definePage } from '#src/admin/define-page.ts'
import type { Load, Resource } from '#src/admin/resource.ts'
import { entryAccess, entryPaths, type ResourceEntry, type ResourcePage } from '#src/admin/resource-entry.ts'
import { routeOf } from '#src/admin/resource-paths.ts'
import { paths } from '#src/paths.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'
import { Allowed } from './AccessGuard.tsx'
import { guards } from './guards.ts'

const generic = {
  list: () => import('#src/admin/list/ResourceListPage.tsx'),
  create: () => import('#src/admin/form/ResourceCreatePage.tsx'),
  show: () => import('#src/admin/show/ResourceShowPage.tsx'),
  update: () => import('#src/admin/form/ResourceUpdatePage.tsx'),
} satisfies Record<string, Load<{ resource: Resource }>>

const actions = { list: 'list', create: 'create', show: 'show', update: 'edit' } as const

const route = (path: string, asked: Omit<ComponentProps<typeof Allowed>, 'children'>, page: ReactNode) => (
  <Route key={path} path={path} element={<Allowed {...asked}>{page}</Allowed>} />
)

const loads = new WeakMap<ResourceEntry, Partial<Record<ResourcePage, Load>>>()

/** A page with the resource it is of; both are asked for at the same time, and again where one of them did not come. */
function loadOf(entry: ResourceEntry, page: ResourcePage): Load {
  const known = loads.get(entry) ?? {}
  loads.set(entry, known)
  known[page] ??= async () => {
    const own = entry.pages[page]
    const [resource, { default: Page }] = await Promise.all([entry.load(), typeof own === 'function' ? own() : generic[page]()])
    return { default: () => <Page resource={resource} /> }
  }
  return known[page]
}

/** The routes of one resource: its own pages where it has them, the generic ones elsewhere. */
const resourceRoutes = (entry: ResourceEntry): ReactNode[] => {
  const patterns = entryPaths(entry)
  const beside = Object.keys(entry.access).map((action) => ({ resource: entry.name, action }))
  return (['list', 'create', 'show', 'update'] as const).map((page) => {
    const pattern = patterns[page]
    if (!pattern) return null
    const Page = lazyPage(loadOf(entry, page))
    const action = actions[page]
    return route(routeOf(pattern), { resource: entry.name, action, beside, access: entryAccess(entry, action) }, <Page />)
  })
}

const pageRoute = ({ name, path, access = 'user', load }: ConsolePage): ReactNode => {
  const Page = lazyPage(load)
  return route(path, { resource: name, action: 'list', access }, <Page />)
}

/** Unknown pages under an address for few: the few go home as from any unknown page, the others where they always go. */
export const guarded_pages: readonly ConsolePage[] = guards.flatMap(({ path, who }) => {
  if (who !== 'tencent') return []
  return definePage({
    name: `elsewhere${path}`,
    label: '',
    path: path as `/${string}`,
    access: who,
    load: async () => ({ default: () => <Navigate to={paths.home()} replace /> }),
  })
})

/** Every route of the console, from what is declared. */
export const consoleRoutes = (resources: readonly ResourceEntry[], pages: readonly ConsolePage[]): ReactNode[] => [
  ...pages.map(pageRoute),
  ...resources.flatMap(resourceRoutes),
]
