import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { type CallInput, type Endpoint, hasPathPrefix, parseEndpointNoun } from '#contract/endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'

const endpointKind = 'endpoint'

/** Query key of an endpoint's response; without `sent`, the common prefix of all its keys. */
export const buildEndpointKey = <E extends Endpoint>(endpoint: E, sent?: CallInput<E>): QueryKey =>
  sent ? [endpointKind, endpoint.path, sent] : [endpointKind, endpoint.path]

/** Paths that Refine's queries have read, by resource. */
const readPaths = new Map<string, Set<string>>()

/** Records the path of a read (called by the data provider), so that invalidation by path also finds Refine's queries. */
export function recordRead(resource: string, { path }: Endpoint): void {
  const paths = readPaths.get(resource) ?? new Set()
  readPaths.set(resource, paths.add(path))
}

/**
 * Returns the paths behind a query: the endpoint's path, or those of Refine's resource (`['data', provider, resource, …]`). The change
 * history of a resource (`['audit', resource, …]`) follows its rows.
 */
function listQueryPaths({ queryKey: [kind, second, third] }: Query): Iterable<string> {
  if (kind === endpointKind) return [String(second)]
  if (kind === 'audit') return readPaths.get(String(second)) ?? []
  return kind === 'data' ? (readPaths.get(String(third)) ?? []) : []
}

/** Reads an endpoint through the cache unless the data is older than `staleMs`; for click handlers, which cannot use a hook. */
export async function fetchEndpoint<E extends Endpoint>(client: QueryClient, endpoint: E, sent: CallInput<E>, staleMs: number) {
  const { data } = await client.fetchQuery({
    queryKey: buildEndpointKey(endpoint, sent),
    queryFn: ({ signal }) => callEndpoint(endpoint, sent, { signal }),
    staleTime: staleMs,
  })
  return data
}

/** Writes the response of another call into the cache entry of this read. Returns its query key. */
export function cacheAnswer<E extends Endpoint>(client: QueryClient, endpoint: E, sent: CallInput<E>, data: unknown): QueryKey {
  const queryKey = buildEndpointKey(endpoint, sent)
  client.setQueryData(queryKey, { data, total: 0, message: '' })
  return queryKey
}

/** Invalidates reads by path prefix: active queries refetch now, others when shown next. Skips `but`, which is up to date. */
export function invalidateReads(client: QueryClient, beginnings: readonly string[], but?: QueryKey): Promise<void> {
  const known = but && hashKey(but)
  return client.invalidateQueries({
    predicate: (query) =>
      query.queryHash !== known &&
      [...listQueryPaths(query)].some((path) => beginnings.some((beginning) => hasPathPrefix(path, beginning))),
  })
}

/** Invalidates after a call: reads of the endpoint's noun and of its declared `invalidates`. */
export const invalidateAfter = (client: QueryClient, endpoint: Endpoint, but?: QueryKey): Promise<void> =>
  invalidateReads(client, [parseEndpointNoun(endpoint), ...endpoint.invalidates], but)
