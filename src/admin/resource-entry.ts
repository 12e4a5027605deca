import type { EndpointAccess } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { NavPlace, ParentPage } from './nav-groups.ts'
import type { ComponentLoader, Resource } from './resource.ts'

export type ResourcePage = 'list' | 'show' | 'create' | 'update'
/** As Refine calls them. */
export type ResourceAction = 'list' | 'show' | 'create' | 'edit' | 'delete'

/**
 * What menu, router and guards know of a resource before it is loaded, written by the build into `virtual:resources/…`
 * (scripts/web/resource-manifest.ts). All else is what `load` answers.
 */
export interface ResourceEntry {
  name: string
  label: string
  path: `/${string}`
  showPath?: `/${string}`
  nav?: NavPlace
  parent?: ParentPage
  form?: { createLabel: string }
  /** Who may do what; what stands here can be done at all. */
  access: { list: EndpointAccess } & Partial<Record<ResourceAction, EndpointAccess>>
  /** Those it has: of its own, or `true` for the generic one. */
  pages: Partial<Record<ResourcePage, true | ComponentLoader<{ resource: Resource }>>>
  live?: LiveResource
  inPalette?: boolean
  load: () => Promise<Resource>
}

/** The addresses of a resource, where it has the page. */
export const buildEntryPaths = ({ path, showPath, pages }: Pick<ResourceEntry, 'path' | 'showPath' | 'pages'>) => ({
  list: path,
  create: pages.create && `${path}/create`,
  show: pages.show && (showPath ?? `${path}/:id`),
  update: pages.update && `${path}/:id/edit`,
})

/** Who may do this: looking is as for the list where nothing else is said. */
export const getEntryAccess = ({ access }: Pick<ResourceEntry, 'access'>, act: string): EndpointAccess =>
  access[act as ResourceAction] ?? access.list
