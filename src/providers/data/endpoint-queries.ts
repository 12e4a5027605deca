import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { beginsWith, type Endpoint, nounOf, type Sent } from '#contract/endpoint.ts'
import { call } from '#src/api/call.ts'

const of_endpoints = 'endpoint'

/** Where what an endpoint answered is kept; without `sent`, the beginning of all of its keys. */
export const endpointKey = <E extends Endpoint>(endpoint: E, sent?: Sent<E>): QueryKey =>
  sent ? [of_endpoints, endpoint.path, sent] : [of_endpoints, endpoint.path]

/** By resource, the paths that Refine's own queries of it were read from. */
const read_from = new Map<string, Set<string>>()

/** Said by the data provider of each read, so that what a call changes finds Refine's queries by their paths as well. */
export function noteRead(resource: string, { path }: Endpoint): void {
  const paths = read_from.get(resource) ?? new Set()
  read_from.set(resource, paths.add(path))
}

/** The paths behind a query: its endpoint's, or those of Refine's resource (`['data', provider, resource, …]`). */
function pathsOf({ queryKey: [kind, second, third] }: Query): Iterable<string> {
  if (kind === of_endpoints) return [String(second)]
  return kind === 'data' ? (read_from.get(String(third)) ?? []) : []
}

/** What this read answers, from where it is kept unless that is older than `stale_ms`: for a click that cannot wait for a hook. */
export async function fetchEndpoint<E extends Endpoint>(client: QueryClient, endpoint: E, sent: Sent<E>, stale_ms: number) {
  const { data } = await client.fetchQuery({
    queryKey: endpointKey(endpoint, sent),
    queryFn: ({ signal }) => call(endpoint, sent, { signal }),
    staleTime: stale_ms,
  })
  return data
}

/** Writes what a call answered where what this read answers is kept. Answers the key of it. */
export function keepAnswer<E extends Endpoint>(client: QueryClient, endpoint: E, sent: Sent<E>, data: unknown): QueryKey {
  const queryKey = endpointKey(endpoint, sent)
  client.setQueryData(queryKey, { data, total: 0, message: '' })
  return queryKey
}

/** Fetches again what is on the screen and read from paths that begin so, and the rest when it is shown next; `but` is known already. */
export function invalidateReads(client: QueryClient, beginnings: readonly string[], but?: QueryKey): Promise<void> {
  const known = but && hashKey(but)
  return client.invalidateQueries({
    predicate: (query) =>
      query.queryHash !== known &&
      [...pathsOf(query)].some((path) => beginnings.some((beginning) => beginsWith(path, beginning))),
  })
}

/** After a call: its own noun, and what it says that it changes besides. */
export const invalidateAfter = (client: QueryClient, endpoint: Endpoint, but?: QueryKey): Promise<void> =>
  invalidateReads(client, [nounOf(endpoint), ...endpoint.invalidates], but)
