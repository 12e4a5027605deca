import type { IncomingMessage } from 'node:http'

/** Flat list of name, value, name, value … as received and as Node accepts it. */
export type RawHeaders = readonly string[]

/** Hop-by-hop headers, which are never forwarded (RFC 9110 §7.6.1). */
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const forwardedHeaders = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
])

const toPairs = (raw: RawHeaders): [name: string, value: string][] =>
  Array.from({ length: raw.length / 2 }, (_, nth) => [raw[2 * nth]!, raw[2 * nth + 1]!])

function filterEndToEnd(raw: RawHeaders): [name: string, value: string][] {
  const all = toPairs(raw)
  const named = all.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.toLowerCase().split(','))
  const dropped = new Set([...hopByHopHeaders, ...named.map((name) => name.trim())])
  return all.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** Removes our cookie from a Cookie header; returns undefined if no cookie is left. */
function removeCookie(cookies: string, ours: string): string | undefined {
  const kept = cookies.split(';').filter((cookie) => cookie.split('=')[0]?.trim() !== ours)
  return kept.join(';').trim() || undefined
}

/** Returns all values of a cookie name, because another page may have set a second cookie with our name. */
export const listCookieValues = (header: string | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))

interface ForwardingOptions {
  /** Name of our cookie; it is never sent to the instance. */
  cookie: string
  https: boolean
  /** Whether requests come through our own proxies, whose client address can be trusted. */
  behind_proxy: boolean
}

/** Builds the request headers for the program in the instance: end-to-end headers unchanged, forwarding headers set anew. */
export function buildRequestHeaders(
  request: IncomingMessage,
  { cookie, https, behind_proxy: behindProxy }: ForwardingOptions,
): string[] {
  const kept = filterEndToEnd(request.rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    if (forwardedHeaders.has(lower)) return []
    if (lower !== 'cookie') return [[name, value]]
    const others = removeCookie(value, cookie)
    return others ? [[name, others]] : []
  })
  const peer = request.socket.remoteAddress ?? ''
  const before = behindProxy ? request.headers['x-forwarded-for'] : undefined
  kept.push(['X-Forwarded-For', before ? `${String(before)}, ${peer}` : peer])
  kept.push(['X-Forwarded-Host', request.headers.host ?? ''])
  kept.push(['X-Forwarded-Proto', https ? 'https' : 'http'])
  // Keep the chunked encoding of a body of unknown length.
  if (request.headers['transfer-encoding']) kept.push(['Transfer-Encoding', 'chunked'])
  return kept.flat()
}

/** Builds the response headers for the browser. Removes cookie domains, so that cookies do not reach other instances' pages. */
export function buildResponseHeaders(raw: RawHeaders, ourCookie: string): string[] {
  return filterEndToEnd(raw).flatMap(([name, value]) => {
    if (name.toLowerCase() !== 'set-cookie') return [name, value]
    if (value.trimStart().startsWith(`${ourCookie}=`)) return []
    return [name, value.replace(/;\s*domain=[^;]*/gi, '')]
  })
}
