import { auth } from '#contract/auth.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Refreshes the tokens. Loaded on demand, so that public pages do not download the HTTP client. The session reports refusals. */
export const refreshTokens = async (refresh: string): Promise<EndpointData<typeof auth.refresh>> =>
  (await callEndpoint(auth.refresh, { body: { refresh } }, { quiet: true })).data
