import type { Resource } from './define-resource.ts'

/** The addresses of a resource, where it has the page. */
export const resourcePaths = ({ path, show_path, api, form, pages }: Resource) => ({
  list: path,
  create: api.create && (form?.create || pages?.create) ? `${path}/create` : undefined,
  show: api.one ? (show_path ?? `${path}/:id`) : undefined,
  update: api.update && (form?.update || pages?.update) ? `${path}/:id/edit` : undefined,
})

/** What a router matches: an address without its query. */
export const routeOf = (pattern: string): string => pattern.split('?', 1)[0] ?? pattern

export const rowPath = (pattern: string, id: string): string => pattern.replace(':id', encodeURIComponent(id))
