import { parseUrl } from '#contract/parse-url.ts'

/** Returns the API origin from the build's VITE_API_HOST; empty if the API has the same origin as the page. */
export function readApiHost(said = ''): string {
  if (said === '') return ''
  if (/^https?:/.test(said) && parseUrl(said)?.origin === said) return said
  throw new Error(`VITE_API_HOST must be an origin such as https://api.example.cn, nothing after it, not "${said}"`)
}

const apiHost: string = import.meta.env?.VITE_API_HOST ?? ''

/** Returns the URL of an API path: calls, streams, images, downloads (requirements §7). Returns any other address unchanged. */
export const toApiUrl = (address: string): string => (/^\/(?!\/)/.test(address) ? apiHost + address : address)
