import { buildPath, type CallInput, type Endpoint } from '#contract/endpoint.ts'
import { type HttpAnswer, unwrapEnvelope } from './answer.ts'

/** Answers a GET of the API as to somebody who is not signed in. */
export type VisitorTransport = (address: string) => Promise<Pick<HttpAnswer, 'status' | 'body'>>

let transport: VisitorTransport | undefined
export const setVisitorTransport = (answer: VisitorTransport): void => {
  transport = answer
}

/** Calls an endpoint while the server draws a page; rejects with `ApiError` as in the browser. */
export async function callAsVisitor<E extends Endpoint>(endpoint: E, { params, query }: CallInput<E>) {
  if (!transport || endpoint.method !== 'GET') throw new Error(`${endpoint.path} cannot be called while a page is drawn`)
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  const path = buildPath(endpoint, params as Record<string, unknown> | undefined)
  const answer = await transport(search ? `${path}?${search}` : path)
  return unwrapEnvelope({ ...answer, header: () => undefined })
}
