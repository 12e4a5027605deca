import type { AuthTokens } from '#contract/auth.ts'
import { createSignedOutError } from './api-error.ts'

/** Credentials for API calls. The session registers itself here, so that `api` does not depend on storage. */
export interface Credentials {
  token: () => AuthTokens | null
  /** Resolves to a new access token, or rejects; concurrent callers share one request. */
  refresh: () => Promise<string>
}

const anonymousCredentials: Credentials = { token: () => null, refresh: () => Promise.reject(createSignedOutError()) }
let currentCredentials = anonymousCredentials

export const setCredentials = (owner: Credentials): void => {
  currentCredentials = owner
}

export const findCurrentToken = (): AuthTokens | null => currentCredentials.token()

/**
 * Returns the access token for the retry after a 401 (requirements §4). If the token of the failed request has been replaced
 * since, returns the new one without a refresh; never uses the token of another user.
 */
export async function renewAccessToken(carried: AuthTokens | null): Promise<string> {
  const now = currentCredentials.token()
  if (!carried || !now || now.userId !== carried.userId) throw createSignedOutError()
  return now.access === carried.access ? currentCredentials.refresh() : now.access
}
