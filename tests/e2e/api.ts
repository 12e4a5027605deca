import type { APIRequestContext } from '@playwright/test'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'

let keys = 0

/** Calls the running server directly, for setup that the test itself does not cover. */
export async function callApi<E extends Endpoint>(
  request: APIRequestContext,
  token: string | undefined,
  endpoint: E,
  { params, query, body }: CallInput<E> = {},
): Promise<EndpointData<E>> {
  const answer = await request.fetch(buildPath(endpoint, params as Record<string, unknown>), {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.idempotent && { 'idempotency-key': `e2e-${process.pid}-${Date.now()}-${++keys}` }),
    },
    ...(query !== undefined && { params: query as Record<string, string> }),
    ...(endpoint.method !== 'GET' && { data: body ?? {} }),
  })
  const { success, data, message } = (await answer.json()) as { success: boolean; data: unknown; message: string }
  if (!success) throw new Error(`${endpoint.method} ${endpoint.path}: ${message}`)
  return data as EndpointData<E>
}
