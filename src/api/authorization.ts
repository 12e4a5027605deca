import type { AxiosInstance, AxiosResponse, InternalAxiosRequestConfig } from 'axios'
import type { AuthTokens } from '#contract/auth.ts'
import { findCurrentToken, renewAccessToken } from './credentials.ts'

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Sends the request without a token; used for the refresh call itself (requirements §7). */
    anonymous?: boolean
    /** Token the request was sent with. */
    carried?: AuthTokens | null
    /** True if the request has already been retried after a 401. */
    retried?: boolean
  }
}

/** Adds the access token to every request except the refresh call (requirements §7). */
export function addAccessToken(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  if (config.anonymous || config.retried) return config
  config.carried = findCurrentToken()
  if (config.carried) config.headers.setAuthorization(`Bearer ${config.carried.access}`)
  return config
}

/** On a 401, renews the session (one shared refresh for all waiting requests) and retries the request once (requirements §4). */
export async function retryUnauthorized(http: AxiosInstance, response: AxiosResponse): Promise<AxiosResponse> {
  const { config } = response
  if (response.status !== 401 || config.anonymous || config.retried) return response
  const access = await renewAccessToken(config.carried ?? null)
  config.retried = true
  config.headers.setAuthorization(`Bearer ${access}`)
  return http.request(config)
}
