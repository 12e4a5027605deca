import type { CallInput, Endpoint } from '#contract/endpoint.ts'

const pathParameter = /:(\w+)/

/** True when the path names one row. */
export const namesOneRow = (endpoint: Pick<Endpoint, 'path'>): boolean => pathParameter.test(endpoint.path)

/** One row by the path's own parameter, or by `ids` where the call takes many (requirements §7 notifications). */
export function buildRowRequest(endpoint: Endpoint, id: unknown): CallInput<Endpoint> {
  const name = pathParameter.exec(endpoint.path)?.[1]
  return name ? { params: { [name]: String(id) } } : { body: { ids: [String(id)] } }
}
