/** Where the API is, of a build's VITE_API_HOST; empty where that is wherever the page came from. */
export function readApiHost(said = ''): string {
  if (said === '') return ''
  if (URL.canParse(said) && /^https?:/.test(said) && new URL(said).origin === said) return said
  throw new Error(`VITE_API_HOST must be an origin such as https://api.example.cn, nothing after it, not "${said}"`)
}

const apiHost: string = import.meta.env?.VITE_API_HOST ?? ''

/** The address of what the API serves under a path: calls, streams, pictures, downloads (requirements §7). Any other address stays as it is. */
export const toApiUrl = (address: string): string => (/^\/(?!\/)/.test(address) ? apiHost + address : address)
