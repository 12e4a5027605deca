import type { Endpoint, Sent } from '#contract/endpoint.ts'

const parameter = /:(\w+)/

/** True when the path names one row. */
export const namesOneRow = (endpoint: Pick<Endpoint, 'path'>): boolean => parameter.test(endpoint.path)

/** One row by the path's own parameter, or by `ids` where the call takes many (spec §7 notifications). */
export function sentForId(endpoint: Endpoint, id: unknown): Sent<Endpoint> {
  const name = parameter.exec(endpoint.path)?.[1]
  return name ? { params: { [name]: String(id) } } : { body: { ids: [String(id)] } }
}
