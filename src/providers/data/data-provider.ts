import type { DataProvider, MetaQuery } from '@refinedev/core'
import restProvider from '@refinedev/simple-rest'
import { api_root, type Endpoint, type Sent } from '#contract/endpoint.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { unwrap } from '#src/api/answer.ts'
import { type CallOptions, call } from '#src/api/call.ts'
import { http } from '#src/api/http.ts'
import { fileSaid, type IntentKeys } from '#src/api/intent-keys.ts'
import { allPages } from './all-pages.ts'
import { noteRead } from './endpoint-queries.ts'
import { listQueryOf } from './list-query.ts'
import { namesOneRow, sentForId } from './row-request.ts'

/** What the endpoint's schema promised, in whatever type Refine's caller asks for. */
const promised = (data: unknown) => data as never

/** What `custom` is told of a call of the contract. */
export interface EndpointMeta {
  endpoint: Endpoint
  sent: Sent<Endpoint>
  options?: CallOptions | undefined
  intent_keys?: IntentKeys | undefined
}

const keyOf = (meta: MetaQuery | undefined, variables: unknown): string | undefined =>
  (meta?.intent_keys as IntentKeys | undefined)?.keyOf(variables)

/** What is sent once for one intent: a file by its name, size and time. */
const intentOf = ({ endpoint, sent, options }: EndpointMeta) => [
  endpoint.path,
  sent,
  options?.file instanceof File ? fileSaid(options.file) : null,
]

/**
 * Refine's verbs over the endpoints each resource declares. `custom` makes the call of `meta.endpoint`; of any other address
 * it is, as `getApiUrl`, that of simple-rest, whose own verbs speak another wire. `meta.intent_keys` names what is saved,
 * `meta.queryContext.signal` reaches the call.
 */
export function createDataProvider(resources: readonly ResourceEntry[]): DataProvider & Required<Pick<DataProvider, 'custom'>> {
  const rest = restProvider(api_root, http)
  const entries = new Map(resources.map((entry) => [entry.name, entry]))
  const endpointOf = async (resource: string, verb: keyof Resource['api']): Promise<Endpoint> => {
    const endpoint = (await entries.get(resource)?.load())?.api[verb]
    if (!endpoint) throw new Error(`resource "${resource}" declares no ${verb} endpoint`)
    return endpoint
  }

  return {
    getApiUrl: rest.getApiUrl,
    getList: async ({ resource, pagination, filters, sorters, meta }) => {
      const endpoint = await endpointOf(resource, 'list')
      noteRead(resource, endpoint)
      const query = listQueryOf({ pagination, filters, sorters })
      const signal = meta?.queryContext?.signal
      const { data, total } =
        pagination?.mode === 'off' ? await allPages(endpoint, query, { signal }) : await call(endpoint, { query }, { signal })
      return { data: promised(data), total }
    },
    getOne: async ({ resource, id, meta }) => {
      const endpoint = await endpointOf(resource, 'one')
      noteRead(resource, endpoint)
      const { data } = await call(endpoint, sentForId(endpoint, id), { signal: meta?.queryContext?.signal })
      return { data: promised(data) }
    },
    create: async ({ resource, variables, meta }) => {
      const options = { idempotency_key: keyOf(meta, variables) }
      const { data } = await call(await endpointOf(resource, 'create'), { body: variables }, options)
      return { data: promised(data) }
    },
    update: async ({ resource, id, variables, meta }) => {
      const endpoint = await endpointOf(resource, 'update')
      const options = { idempotency_key: keyOf(meta, variables) }
      const { data } = await call(endpoint, { ...sentForId(endpoint, id), body: variables }, options)
      return { data: promised(data) }
    },
    deleteOne: async ({ resource, id }) => {
      const endpoint = await endpointOf(resource, 'remove')
      await call(endpoint, sentForId(endpoint, id))
      return { data: promised({ id }) }
    },
    deleteMany: async ({ resource, ids }) => {
      const endpoint = await endpointOf(resource, 'remove')
      if (namesOneRow(endpoint)) for (const id of ids) await call(endpoint, sentForId(endpoint, id))
      else await call(endpoint, { body: { ids: ids.map(String) } })
      return { data: promised(ids.map((id) => ({ id }))) }
    },
    custom: async (params) => {
      const asked = params.meta as (MetaQuery & Partial<EndpointMeta>) | undefined
      if (asked?.endpoint) {
        const { endpoint, sent = {}, options } = asked
        const called = await call(endpoint, sent, {
          signal: asked.queryContext?.signal,
          ...(endpoint.idempotent && { idempotency_key: keyOf(asked, intentOf({ endpoint, sent, options })) }),
          ...options,
        })
        return promised(called)
      }
      const { data: body } = await rest.custom(params)
      return { data: promised(unwrap({ status: 200, body, header: () => undefined }).data) }
    },
  }
}
