import type { ResourceProps } from '@refinedev/core'
import type { Resource } from '#src/admin/define-resource.ts'
import { resourcePaths, routeOf } from '#src/admin/resource-paths.ts'

/** What Refine is told of a resource. */
export function refineResource(resource: Resource): ResourceProps {
  const { list, create, show, update } = resourcePaths(resource)
  return {
    name: resource.name,
    list,
    ...(create && { create }),
    ...(show && { show: routeOf(show) }),
    ...(update && { edit: update }),
    meta: { label: resource.label, canDelete: Boolean(resource.api.remove) },
  }
}
