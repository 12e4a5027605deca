import axios from 'axios'
import { toApiUrl } from './api-host.ts'
import { addAccessToken, retryUnauthorized } from './authorization.ts'

/** The one axios instance. Statuses are judged by `unwrap`, not here. */
export const http = axios.create({ baseURL: toApiUrl('/'), timeout: 30_000, validateStatus: () => true })

// at once, so that a request goes out as whoever was signed in when it was made
http.interceptors.request.use(addAccessToken, null, { synchronous: true })
http.interceptors.response.use((response) => retryUnauthorized(http, response))
