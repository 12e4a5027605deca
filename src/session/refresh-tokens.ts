import { auth } from '#contract/auth.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Loaded only when needed: public pages read the session without downloading the HTTP client. What comes of a refusal the session says. */
export const refreshTokens = async (refresh: string): Promise<EndpointData<typeof auth.refresh>> =>
  (await callEndpoint(auth.refresh, { body: { refresh } }, { quiet: true })).data
