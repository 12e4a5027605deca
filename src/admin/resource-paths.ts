import type { Resource } from './resource.ts'
import { buildEntryPaths } from './resource-entry.ts'

/** Builds the paths of the pages that the resource has. */
export const buildResourcePaths = ({ api, form, pages, ...resource }: Resource) =>
  buildEntryPaths({
    ...resource,
    pages: {
      list: true,
      ...(api.one && { show: true }),
      ...(api.create && (form?.create || pages?.create) && { create: true }),
      ...(api.update && (form?.update || pages?.update) && { update: true }),
    },
  })

/** Returns an address without its query, as the router matches it. */
export const stripQuery = (pattern: string): string => pattern.split('?', 1)[0] ?? pattern

export const buildRowPath = (pattern: string, id: string): string => pattern.replace(':id', encodeURIComponent(id))
