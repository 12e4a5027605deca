import type { Token } from '#contract/auth.ts'
import { signedOut } from './api-error.ts'

/** Who the calls are made as. The session registers itself here, so that `api` knows nothing of storage. */
export interface Credentials {
  token: () => Token | null
  /** Resolves to a new access token, or rejects; one flight for any number of callers. */
  refresh: () => Promise<string>
}

const nobody: Credentials = { token: () => null, refresh: () => Promise.reject(signedOut()) }
let present = nobody

export const takeCredentialsFrom = (owner: Credentials): void => {
  present = owner
}

export const presentToken = (): Token | null => present.token()

/**
 * The access token to retry with after a 401 (spec §4). A request that failed with a token which has been replaced since
 * is only retried; nobody else's token is ever used for it.
 */
export async function renewedAccess(carried: Token | null): Promise<string> {
  const now = present.token()
  if (!carried || !now || now.userId !== carried.userId) throw signedOut()
  return now.access === carried.access ? present.refresh() : now.access
}
