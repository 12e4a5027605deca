import type { CallInput, Endpoint } from '#contract/endpoint.ts'

const pathParameter = /:(\w+)/

/** Returns true if the path identifies one row. */
export const namesOneRow = (endpoint: Pick<Endpoint, 'path'>): boolean => pathParameter.test(endpoint.path)

/** Builds the request for one row: by path parameter, or by `ids` if the call takes several (requirements §7 notifications). */
export function buildRowRequest(endpoint: Endpoint, id: unknown): CallInput<Endpoint> {
  const name = pathParameter.exec(endpoint.path)?.[1]
  return name ? { params: { [name]: String(id) } } : { body: { ids: [String(id)] } }
}
