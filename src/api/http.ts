import axios from 'axios'
import { toApiUrl } from './api-host.ts'
import { addAccessToken, retryUnauthorized } from './authorization.ts'

/** Shared axios instance. `unwrapEnvelope` evaluates the HTTP status, not axios. */
export const http = axios.create({ baseURL: toApiUrl('/'), timeout: 30_000, validateStatus: () => true })

// synchronous, so that the request carries the credentials at the time of the call
http.interceptors.request.use(addAccessToken, null, { synchronous: true })
http.interceptors.response.use((response) => retryUnauthorized(http, response))
