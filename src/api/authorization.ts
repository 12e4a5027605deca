import type { AxiosInstance, AxiosResponse, InternalAxiosRequestConfig } from 'axios'
import type { AuthTokens } from '#contract/auth.ts'
import { getCurrentToken, renewAccessToken } from './credentials.ts'

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Sent without a token: the refresh itself (requirements §7). */
    anonymous?: boolean
    /** The token the request went out with. */
    carried?: AuthTokens | null
    /** Already sent again after a 401. */
    retried?: boolean
  }
}

/** Puts the access token on every request but the refresh (requirements §7). */
export function addAccessToken(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  if (config.anonymous || config.retried) return config
  config.carried = getCurrentToken()
  if (config.carried) config.headers.setAuthorization(`Bearer ${config.carried.access}`)
  return config
}

/** A 401 renews the session, which is one refresh for all that wait, and sends the request once more (requirements §4). */
export async function retryUnauthorized(http: AxiosInstance, response: AxiosResponse): Promise<AxiosResponse> {
  const { config } = response
  if (response.status !== 401 || config.anonymous || config.retried) return response
  const access = await renewAccessToken(config.carried ?? null)
  config.retried = true
  config.headers.setAuthorization(`Bearer ${access}`)
  return http.request(config)
}
