import type { AccessControlProvider } from '@refinedev/core'
import { codes } from '#contract/codes.ts'
import type { Access } from '#contract/endpoint.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceAct, ResourceEntry } from '#src/admin/resource-entry.ts'
import { current_user } from '#src/session/current-user.ts'
import { mayAccess } from '#src/session/may-access.ts'

const verbs: Readonly<Record<string, keyof Resource['api']>> = {
  list: 'list',
  show: 'one',
  create: 'create',
  edit: 'update',
  delete: 'remove',
}

/** Who may do this: as the resource says for looking, as the endpoint says for doing. */
export function accessOf(resource: Resource, action: string): Access {
  const verb = verbs[action]
  const looks = verb === 'list' || verb === 'one'
  if (looks && resource.access) return resource.access
  const done = resource.actions?.find(({ name }) => name === action)
  const endpoint = verb ? resource.api[verb] : done && 'endpoint' in done ? done.endpoint : undefined
  return endpoint?.access ?? resource.access ?? resource.api.list.access
}

/** The same access words as the contract, asked by Refine's buttons and `useCan`. */
export function createAccessProvider(resources: readonly ResourceEntry[]): AccessControlProvider {
  return {
    can: async ({ resource: name, action }) => {
      const resource = resources.find((known) => known.name === name)
      if (!resource) return { can: true }
      const access = resource.access[action as ResourceAct] ?? accessOf(await resource.load(), action)
      const can = mayAccess(access, current_user.get())
      return can ? { can } : { can, reason: codes.forbidden.message }
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: 60_000 } },
  }
}
