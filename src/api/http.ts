import axios from 'axios'
import { authorize, retryUnauthorized } from './authorization.ts'

/** Relative paths get the configured host prepended (spec §7); empty means the same origin. */
export const api_host: string = import.meta.env.VITE_API_HOST ?? ''

/** The one axios instance. Statuses are judged by `unwrap`, not here. */
export const http = axios.create({ baseURL: api_host, timeout: 30_000, validateStatus: () => true })

// at once, so that a request goes out as whoever was signed in when it was made
http.interceptors.request.use(authorize, null, { synchronous: true })
http.interceptors.response.use((response) => retryUnauthorized(http, response))
