import type { DataProvider, MetaQuery } from '@refinedev/core'
import restProvider from '@refinedev/simple-rest'
import { apiRoot, type CallInput, type Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { unwrapEnvelope } from '#src/api/answer.ts'
import { type CallOptions, callEndpoint } from '#src/api/call.ts'
import { http } from '#src/api/http.ts'
import { describeFile, type IntentKeys } from '#src/api/intent-keys.ts'
import { listAllPages } from './all-pages.ts'
import { recordRead } from './endpoint-queries.ts'
import { buildListQuery } from './list-query.ts'
import { buildRowRequest, namesOneRow } from './row-request.ts'

/** Casts data validated by the endpoint's schema to the type that Refine's caller expects. */
const toRefineData = (data: unknown) => data as never

/** Contract call passed to `custom` as `meta`. */
export interface EndpointMeta {
  endpoint: Endpoint
  sent: CallInput<Endpoint>
  options?: CallOptions | undefined
  intentKeys?: IntentKeys | undefined
}

const keyOf = (meta: MetaQuery | undefined, variables: unknown): string | undefined =>
  (meta?.intentKeys as IntentKeys | undefined)?.keyOf(variables)

/** Identifies the intent of a call for its idempotency key; a file counts by name, size and time. */
const intentOf = ({ endpoint, sent, options }: EndpointMeta) => [
  endpoint.path,
  sent,
  options?.file instanceof File ? describeFile(options.file) : null,
]

/**
 * Implements Refine's data provider on the endpoints declared by each resource. `custom` calls `meta.endpoint`; for other
 * addresses it uses simple-rest, as does `getApiUrl`. The other methods of simple-rest are not used, because their wire format
 * differs. `meta.intentKeys` provides the idempotency key; `meta.queryContext.signal` is passed to the call.
 */
export function createDataProvider(resources: readonly ResourceEntry[]): DataProvider & Required<Pick<DataProvider, 'custom'>> {
  const rest = restProvider(apiRoot, http)
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
      recordRead(resource, endpoint)
      const query = buildListQuery({ pagination, filters, sorters })
      const signal = meta?.queryContext?.signal
      if (pagination?.mode === 'off') {
        const { data, total } = await listAllPages(endpoint, query, { signal })
        return { data: toRefineData(data), total }
      }
      const { data, total, total_is_capped: isCapped } = await callEndpoint(endpoint, { query }, { signal })
      return { data: toRefineData(data), total, ...(isCapped && { total_is_capped: true }) }
    },
    getOne: async ({ resource, id, meta }) => {
      const endpoint = await endpointOf(resource, 'one')
      recordRead(resource, endpoint)
      const { data } = await callEndpoint(endpoint, buildRowRequest(endpoint, id), { signal: meta?.queryContext?.signal })
      return { data: toRefineData(data) }
    },
    create: async ({ resource, variables, meta }) => {
      const options = { idempotencyKey: keyOf(meta, variables) }
      const { data } = await callEndpoint(await endpointOf(resource, 'create'), { body: variables }, options)
      return { data: toRefineData(data) }
    },
    update: async ({ resource, id, variables, meta }) => {
      const endpoint = await endpointOf(resource, 'update')
      const options = { idempotencyKey: keyOf(meta, variables) }
      const { data } = await callEndpoint(endpoint, { ...buildRowRequest(endpoint, id), body: variables }, options)
      return { data: toRefineData(data) }
    },
    deleteOne: async ({ resource, id }) => {
      const endpoint = await endpointOf(resource, 'remove')
      await callEndpoint(endpoint, buildRowRequest(endpoint, id))
      return { data: toRefineData({ id }) }
    },
    deleteMany: async ({ resource, ids }) => {
      const endpoint = await endpointOf(resource, 'remove')
      if (namesOneRow(endpoint)) for (const id of ids) await callEndpoint(endpoint, buildRowRequest(endpoint, id))
      else await callEndpoint(endpoint, { body: { ids: ids.map(String) } })
      return { data: toRefineData(ids.map((id) => ({ id }))) }
    },
    custom: async (params) => {
      const asked = params.meta as (MetaQuery & Partial<EndpointMeta>) | undefined
      if (asked?.endpoint) {
        const { endpoint, sent = {}, options } = asked
        const called = await callEndpoint(endpoint, sent, {
          signal: asked.queryContext?.signal,
          ...(endpoint.idempotent && { idempotencyKey: keyOf(asked, intentOf({ endpoint, sent, options })) }),
          ...options,
        })
        return toRefineData(called)
      }
      const { data: body } = await rest.custom(params)
      return { data: toRefineData(unwrapEnvelope({ status: 200, body, header: () => undefined }).data) }
    },
  }
}
