import type { ResourceProps } from '@refinedev/core'
import { entryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import { routeOf } from '#src/admin/resource-paths.ts'

/** What Refine is told of a resource. */
export function refineResource(resource: ResourceEntry): ResourceProps {
  const { list, create, show, update } = entryPaths(resource)
  return {
    name: resource.name,
    list,
    ...(create && { create }),
    ...(show && { show: routeOf(show) }),
    ...(update && { edit: update }),
    meta: { label: resource.label, canDelete: Boolean(resource.access.delete) },
  }
}
