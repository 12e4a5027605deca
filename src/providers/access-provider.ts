import type { AccessControlProvider } from '@refinedev/core'
import { resultCodes } from '#contract/codes.ts'
import type { EndpointAccess } from '#contract/endpoint.ts'
import type { UserInfo } from '#contract/users.ts'
import type { ConsolePage } from '#src/admin/define-page.ts'
import type { Resource } from '#src/admin/resource.ts'
import { getEntryAccess, type ResourceEntry } from '#src/admin/resource-entry.ts'
import { canUserAccess } from '#src/session/can-user-access.ts'

const verbs: Readonly<Record<string, keyof Resource['api']>> = {
  list: 'list',
  show: 'one',
  create: 'create',
  edit: 'update',
  delete: 'remove',
}

/** Returns the required access of an action: reads follow the resource, writes follow the endpoint. */
export function getResourceAccess(resource: Resource, action: string): EndpointAccess {
  const verb = verbs[action]
  const looks = verb === 'list' || verb === 'one'
  if (looks && resource.access) return resource.access
  const done = [...(resource.actions ?? []), ...(resource.bulk ?? [])].find(({ name }) => name === action)
  const endpoint = verb ? resource.api[verb] : done && 'endpoint' in done ? done.endpoint : undefined
  return endpoint?.access ?? resource.access ?? resource.api.list.access
}

interface AccessSources {
  resources: readonly ResourceEntry[]
  pages: readonly ConsolePage[]
  /** Returns the signed-in user; null if unknown. */
  whoIs: () => Promise<UserInfo | null>
}

/** Access control of the console for pages, menu, buttons and actions. The server checks again. */
export function createAccessProvider({ resources, pages, whoIs }: AccessSources): AccessControlProvider {
  const accessTo = async (name: string | undefined, action: string): Promise<EndpointAccess> => {
    const resource = resources.find((known) => known.name === name)
    if (!resource) return pages.find((page) => page.name === name)?.access ?? 'user'
    return action in verbs ? getEntryAccess(resource, action) : getResourceAccess(await resource.load(), action)
  }
  return {
    can: async ({ resource, action }) => {
      const access = await accessTo(resource, action)
      // behind the sign-in there is always a user, even if not loaded yet
      if (access === 'public' || access === 'user' || canUserAccess(access, await whoIs())) return { can: true }
      return { can: false, reason: resultCodes.forbidden.message }
    },
    options: { queryOptions: { staleTime: Number.POSITIVE_INFINITY } },
  }
}
