import type { APIRequestContext } from '@playwright/test'
import { type DataOf, type Endpoint, pathOf, type Sent } from '#contract/endpoint.ts'

let keys = 0

/** Calls the running server beside the browser, for what a test needs and does not test. */
export async function callApi<E extends Endpoint>(
  request: APIRequestContext,
  token: string | undefined,
  endpoint: E,
  { params, query, body }: Sent<E> = {},
): Promise<DataOf<E>> {
  const answer = await request.fetch(pathOf(endpoint, params as Record<string, unknown>), {
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
  return data as DataOf<E>
}
