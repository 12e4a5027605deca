import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { buildResourcePaths } from '#src/admin/resource-paths.ts'
import { getResourceAccess } from '#src/providers/access-provider.ts'

const verbs = { list: 'list', show: 'one', create: 'create', edit: 'update', delete: 'remove' } as const

/** What the build would write into the manifest of this resource: the same, come to in another way. */
export function buildResourceEntry(resource: Resource): ResourceEntry {
  const { name, label, path, showPath, nav, parent, form, live, inPalette, api, pages } = resource
  const has = buildResourcePaths(resource)
  const kept = { showPath, nav, parent, live, inPalette }
  const acts = Object.entries(verbs).filter(([, verb]) => (api as Partial<Record<string, Endpoint>>)[verb])
  return {
    name,
    label,
    path,
    ...(Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as Partial<ResourceEntry>),
    ...(form?.createLabel && { form: { createLabel: form.createLabel } }),
    access: Object.fromEntries(acts.map(([act]) => [act, getResourceAccess(resource, act)])) as ResourceEntry['access'],
    pages: Object.fromEntries(
      (['list', 'show', 'create', 'update'] as const).flatMap((page) => (has[page] ? [[page, pages?.[page] ?? true]] : [])),
    ),
    load: async () => resource,
  }
}
