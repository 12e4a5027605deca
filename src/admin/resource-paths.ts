import type { Resource } from './resource.ts'
import { entryPaths } from './resource-entry.ts'

/** The addresses of a resource, where it has the page. */
export const resourcePaths = ({ api, form, pages, ...resource }: Resource) =>
  entryPaths({
    ...resource,
    pages: {
      list: true,
      ...(api.one && { show: true }),
      ...(api.create && (form?.create || pages?.create) && { create: true }),
      ...(api.update && (form?.update || pages?.update) && { update: true }),
    },
  })

/** What a router matches: an address without its query. */
export const routeOf = (pattern: string): string => pattern.split('?', 1)[0] ?? pattern

export const rowPath = (pattern: string, id: string): string => pattern.replace(':id', encodeURIComponent(id))
