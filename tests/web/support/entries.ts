import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { resourcePaths } from '#src/admin/resource-paths.ts'
import { accessOf } from '#src/providers/access-provider.ts'

const verbs = { list: 'list', show: 'one', create: 'create', edit: 'update', delete: 'remove' } as const

/** What the build would write into the manifest of this resource: the same, come to in another way. */
export function entryOf(resource: Resource): ResourceEntry {
  const { name, label, path, show_path, nav, parent, form, live, in_palette, api, pages } = resource
  const has = resourcePaths(resource)
  const kept = { show_path, nav, parent, live, in_palette }
  const acts = Object.entries(verbs).filter(([, verb]) => (api as Partial<Record<string, Endpoint>>)[verb])
  return {
    name,
    label,
    path,
    ...(Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as Partial<ResourceEntry>),
    ...(form?.create_label && { form: { create_label: form.create_label } }),
    access: Object.fromEntries(acts.map(([act]) => [act, accessOf(resource, act)])) as ResourceEntry['access'],
    pages: Object.fromEntries(
      (['list', 'show', 'create', 'update'] as const).flatMap((page) => (has[page] ? [[page, pages?.[page] ?? true]] : [])),
    ),
    load: async () => resource,
  }
}
