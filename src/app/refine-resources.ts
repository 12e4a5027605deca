import type { ResourceProps } from '@refinedev/core'
import { buildEntryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'

/** What Refine is told of a resource. */
export function toRefineResource(resource: ResourceEntry): ResourceProps {
  const { list, create, show, update } = buildEntryPaths(resource)
  return {
    name: resource.name,
    list,
    ...(create && { create }),
    ...(show && { show: stripQuery(show) }),
    ...(update && { edit: update }),
    meta: { label: resource.label, canDelete: Boolean(resource.access.delete) },
  }
}
