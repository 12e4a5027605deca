import type { Access } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { NavPlace, ParentPage } from './nav-groups.ts'
import type { Load, Resource } from './resource.ts'

export type ResourcePage = 'list' | 'show' | 'create' | 'update'
/** As Refine calls them. */
export type ResourceAct = 'list' | 'show' | 'create' | 'edit' | 'delete'

/**
 * What menu, router and guards know of a resource before it is loaded, written by the build into `virtual:resources/…`
 * (scripts/web/resource-manifest.ts). All else is what `load` answers.
 */
export interface ResourceEntry {
  name: string
  label: string
  path: `/${string}`
  show_path?: `/${string}`
  nav?: NavPlace
  parent?: ParentPage
  form?: { create_label: string }
  /** Who may do what; what stands here can be done at all. */
  access: { list: Access } & Partial<Record<ResourceAct, Access>>
  /** Those it has: of its own, or `true` for the generic one. */
  pages: Partial<Record<ResourcePage, true | Load<{ resource: Resource }>>>
  live?: LiveResource
  in_palette?: boolean
  load: () => Promise<Resource>
}

/** The addresses of a resource, where it has the page. */
export const entryPaths = ({ path, show_path, pages }: Pick<ResourceEntry, 'path' | 'show_path' | 'pages'>) => ({
  list: path,
  create: pages.create && `${path}/create`,
  show: pages.show && (show_path ?? `${path}/:id`),
  update: pages.update && `${path}/:id/edit`,
})

/** Who may do this: looking is as for the list where nothing else is said. */
export const entryAccess = ({ access }: Pick<ResourceEntry, 'access'>, act: string): Access =>
  access[act as ResourceAct] ?? access.list
