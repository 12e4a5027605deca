import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from the link's own pages, or is somebody opening it. Links of different instances may count as
 * one site to a browser, which then sends our cookie along: without this, one instance's page could use another's.
 */
export function isOwnOriginRequest(method: string, headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined)
    return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  // Older browsers and plain http: what changes something names its origin.
  return headers.origin === undefined || headers.origin === origin
}
