import type { DataProvider, MetaQuery } from '@refinedev/core'
import restProvider from '@refinedev/simple-rest'
import { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#src/admin/define-resource.ts'
import { unwrap } from '#src/api/answer.ts'
import { call } from '#src/api/call.ts'
import { http } from '#src/api/http.ts'
import type { IntentKeys } from '#src/api/intent-keys.ts'
import { allPages } from './all-pages.ts'
import { listQueryOf } from './list-query.ts'
import { namesOneRow, sentForId } from './sent-for-id.ts'

/** Where all calls live; the contract writes it in each path. */
const api_url = auth.login.path.slice(0, auth.login.path.lastIndexOf('/'))

/** What the endpoint's schema promised, in whatever type Refine's caller asks for. */
const promised = (data: unknown) => data as never

const keyOf = (meta: MetaQuery | undefined, variables: unknown): string | undefined =>
  (meta?.intent_keys as IntentKeys | undefined)?.keyOf(variables)

/**
 * Refine's verbs over the endpoints each resource declares. `custom` and `getApiUrl` are those of simple-rest, whose own
 * verbs speak another wire. `meta.intent_keys` names what is saved, `meta.queryContext.signal` reaches the call.
 */
export function createDataProvider(resources: readonly Resource[]): DataProvider & Required<Pick<DataProvider, 'custom'>> {
  const rest = restProvider(api_url, http)
  const apis = new Map(resources.map(({ name, api }) => [name, api]))
  const endpointOf = (resource: string, verb: keyof Resource['api']): Endpoint => {
    const endpoint = apis.get(resource)?.[verb]
    if (!endpoint) throw new Error(`resource "${resource}" declares no ${verb} endpoint`)
    return endpoint
  }

  return {
    getApiUrl: rest.getApiUrl,
    getList: async ({ resource, pagination, filters, sorters, meta }) => {
      const endpoint = endpointOf(resource, 'list')
      const query = listQueryOf({ pagination, filters, sorters })
      const signal = meta?.queryContext?.signal
      const { data, total } =
        pagination?.mode === 'off' ? await allPages(endpoint, query, { signal }) : await call(endpoint, { query }, { signal })
      return { data: promised(data), total }
    },
    getOne: async ({ resource, id, meta }) => {
      const endpoint = endpointOf(resource, 'one')
      const { data } = await call(endpoint, sentForId(endpoint, id), { signal: meta?.queryContext?.signal })
      return { data: promised(data) }
    },
    create: async ({ resource, variables, meta }) => {
      const options = { idempotency_key: keyOf(meta, variables) }
      const { data } = await call(endpointOf(resource, 'create'), { body: variables }, options)
      return { data: promised(data) }
    },
    update: async ({ resource, id, variables, meta }) => {
      const endpoint = endpointOf(resource, 'update')
      const options = { idempotency_key: keyOf(meta, variables) }
      const { data } = await call(endpoint, { ...sentForId(endpoint, id), body: variables }, options)
      return { data: promised(data) }
    },
    deleteOne: async ({ resource, id }) => {
      const endpoint = endpointOf(resource, 'remove')
      await call(endpoint, sentForId(endpoint, id))
      return { data: promised({ id }) }
    },
    deleteMany: async ({ resource, ids }) => {
      const endpoint = endpointOf(resource, 'remove')
      if (namesOneRow(endpoint)) for (const id of ids) await call(endpoint, sentForId(endpoint, id))
      else await call(endpoint, { body: { ids: ids.map(String) } })
      return { data: promised(ids.map((id) => ({ id }))) }
    },
    custom: async (params) => {
      const { data: body } = await rest.custom(params)
      return { data: promised(unwrap({ status: 200, body, header: () => undefined }).data) }
    },
  }
}
