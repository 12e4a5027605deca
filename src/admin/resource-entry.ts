import type { EndpointAccess } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { NavPlace, ParentPage } from './nav-places.ts'
import type { ComponentLoader, Resource } from './resource.ts'

export type ResourcePage = 'list' | 'show' | 'create' | 'update'
/** Actions under Refine's names. */
export type ResourceAction = 'list' | 'show' | 'create' | 'edit' | 'delete'

/** The action whose access a page requires. */
export const accessActions = {
  list: 'list',
  create: 'create',
  show: 'show',
  update: 'edit',
} as const satisfies Record<ResourcePage, ResourceAction>

/**
 * Metadata of a resource for menu, router and guards before it is loaded; the build writes it into `virtual:resources/…`
 * (scripts/web/resource-manifest.ts). `load` returns the rest.
 */
export interface ResourceEntry {
  name: string
  label: string
  path: `/${string}`
  showPath?: `/${string}`
  nav?: NavPlace
  parent?: ParentPage
  form?: { createLabel: string }
  /** Required access by action; an action without an entry is not available. */
  access: { list: EndpointAccess } & Partial<Record<ResourceAction, EndpointAccess>>
  /** Existing pages: a loader for a custom page, `true` for the generic one. */
  pages: Partial<Record<ResourcePage, true | ComponentLoader<{ resource: Resource }>>>
  live?: LiveResource
  inPalette?: boolean
  load: () => Promise<Resource>
}

/** Builds the paths of the pages that the resource has. */
export const buildEntryPaths = ({ path, showPath, pages }: Pick<ResourceEntry, 'path' | 'showPath' | 'pages'>) => ({
  list: path,
  create: pages.create && `${path}/create`,
  show: pages.show && (showPath ?? `${path}/:id`),
  update: pages.update && `${path}/:id/edit`,
})

/** Returns the required access of an action; viewing falls back to the access of the list. */
export const getEntryAccess = ({ access }: Pick<ResourceEntry, 'access'>, act: string): EndpointAccess =>
  access[act as ResourceAction] ?? access.list
