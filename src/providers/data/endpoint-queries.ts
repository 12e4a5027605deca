import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { type CallInput, type Endpoint, hasPathPrefix, parseEndpointNoun } from '#contract/endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'

const endpointKind = 'endpoint'

/** Where what an endpoint answered is kept; without `sent`, the beginning of all of its keys. */
export const buildEndpointKey = <E extends Endpoint>(endpoint: E, sent?: CallInput<E>): QueryKey =>
  sent ? [endpointKind, endpoint.path, sent] : [endpointKind, endpoint.path]

/** By resource, the paths that Refine's own queries of it were read from. */
const readPaths = new Map<string, Set<string>>()

/** Said by the data provider of each read, so that what a call changes finds Refine's queries by their paths as well. */
export function recordRead(resource: string, { path }: Endpoint): void {
  const paths = readPaths.get(resource) ?? new Set()
  readPaths.set(resource, paths.add(path))
}

/** The paths behind a query: its endpoint's, or those of Refine's resource (`['data', provider, resource, …]`). */
function listQueryPaths({ queryKey: [kind, second, third] }: Query): Iterable<string> {
  if (kind === endpointKind) return [String(second)]
  return kind === 'data' ? (readPaths.get(String(third)) ?? []) : []
}

/** What this read answers, from where it is kept unless that is older than `stale_ms`: for a click that cannot wait for a hook. */
export async function fetchEndpoint<E extends Endpoint>(client: QueryClient, endpoint: E, sent: CallInput<E>, staleMs: number) {
  const { data } = await client.fetchQuery({
    queryKey: buildEndpointKey(endpoint, sent),
    queryFn: ({ signal }) => callEndpoint(endpoint, sent, { signal }),
    staleTime: staleMs,
  })
  return data
}

/** Writes what a call answered where what this read answers is kept. Answers the key of it. */
export function cacheAnswer<E extends Endpoint>(client: QueryClient, endpoint: E, sent: CallInput<E>, data: unknown): QueryKey {
  const queryKey = buildEndpointKey(endpoint, sent)
  client.setQueryData(queryKey, { data, total: 0, message: '' })
  return queryKey
}

/** Fetches again what is on the screen and read from paths that begin so, and the rest when it is shown next; `but` is known already. */
export function invalidateReads(client: QueryClient, beginnings: readonly string[], but?: QueryKey): Promise<void> {
  const known = but && hashKey(but)
  return client.invalidateQueries({
    predicate: (query) =>
      query.queryHash !== known &&
      [...listQueryPaths(query)].some((path) => beginnings.some((beginning) => hasPathPrefix(path, beginning))),
  })
}

/** After a call: its own noun, and what it says that it changes besides. */
export const invalidateAfter = (client: QueryClient, endpoint: Endpoint, but?: QueryKey): Promise<void> =>
  invalidateReads(client, [parseEndpointNoun(endpoint), ...endpoint.invalidates], but)
