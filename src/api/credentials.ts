import type { AuthTokens } from '#contract/auth.ts'
import { createSignedOutError } from './api-error.ts'

/** Who the calls are made as. The session registers itself here, so that `api` knows nothing of storage. */
export interface Credentials {
  token: () => AuthTokens | null
  /** Resolves to a new access token, or rejects; one flight for any number of callers. */
  refresh: () => Promise<string>
}

const anonymousCredentials: Credentials = { token: () => null, refresh: () => Promise.reject(createSignedOutError()) }
let currentCredentials = anonymousCredentials

export const setCredentials = (owner: Credentials): void => {
  currentCredentials = owner
}

export const getCurrentToken = (): AuthTokens | null => currentCredentials.token()

/**
 * The access token to retry with after a 401 (requirements §4). A request that failed with a token which has been replaced since
 * is only retried; nobody else's token is ever used for it.
 */
export async function renewAccessToken(carried: AuthTokens | null): Promise<string> {
  const now = currentCredentials.token()
  if (!carried || !now || now.userId !== carried.userId) throw createSignedOutError()
  return now.access === carried.access ? currentCredentials.refresh() : now.access
}
