import { auth } from '#contract/auth.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { call } from '#src/api/call.ts'

/** Loaded only when needed: public pages read the session without downloading the HTTP client. What comes of a refusal the session says. */
export const refreshTokens = async (refresh: string): Promise<DataOf<typeof auth.refresh>> =>
  (await call(auth.refresh, { body: { refresh } }, { quiet: true })).data
